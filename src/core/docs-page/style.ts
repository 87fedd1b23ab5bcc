/**
 * The style of the page: system fonts, two palettes, one column on a phone. Every pair of colours has a contrast of at
 * least 4.5 : 1.
 */
export const STYLE = `
:root {
  --paper: #fbfaf7; --sheet: #fff; --ink: #23211d; --soft: #625d53; --line: #ddd8cc; --tint: #f2efe8;
  --get: #0b6170; --post: #2c6a1d; --put: #7d4d00; --delete: #a5231c;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161513; --sheet: #1e1c1a; --ink: #ece8e0; --soft: #aba497; --line: #3a3631; --tint: #282522;
    --get: #74c7d6; --post: #98cd84; --put: #e6b566; --delete: #f3978e;
  }
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth } }
body {
  margin: 0 auto; max-width: 76rem; padding: 0 1.25rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  overflow-wrap: anywhere; accent-color: var(--get);
}
a { color: var(--get); text-underline-offset: .2em; text-decoration-thickness: .06em }
:focus-visible { outline: 2px solid var(--get); outline-offset: 2px; border-radius: 2px }
main:focus { outline: 0 }
[hidden] { display: none !important }
code, pre, textarea, input { font: .875em/1.5 var(--mono) }
.skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--sheet) }
.skip:focus { left: 1rem; top: 1rem }
header { padding: 3rem 0 .5rem; max-width: 46rem }
h1 { font-size: 2.25rem; line-height: 1.15; letter-spacing: -.02em; margin: 0 0 .75rem }
h1 small { font-size: 1rem; font-weight: 400; letter-spacing: 0; color: var(--soft) }
h2 { font-size: 1.25rem; letter-spacing: -.01em; margin: 2.5rem 0 .75rem }
h3, h4 { font-size: 1rem; margin: 0 }
h4 { margin: 1.75rem 0 .5rem; font-size: .8125rem; letter-spacing: .02em; color: var(--soft) }
p { margin: 0 0 .5rem }
header p, .inside > p { color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
aside { padding: 1rem 0 }
#tools { display: grid; gap: .5rem 1rem; margin-bottom: 1rem }
#tools label { display: block; font-size: .875rem; font-weight: 600 }
#tools small { display: block; font-size: .8125rem; line-height: 1.4; color: var(--soft) }
input, select, textarea {
  width: 100%; padding: .45rem .6rem; color: inherit; background: var(--sheet);
  border: 1px solid var(--soft); border-radius: 4px;
}
select { font: .875rem/1.5 var(--mono) }
textarea { display: block; resize: vertical }
button {
  padding: .45rem .9rem; font: inherit; font-size: .9375rem; color: inherit; cursor: pointer;
  background: none; border: 1px solid var(--soft); border-radius: 4px;
}
button:not([type]) { color: var(--paper); background: var(--ink); border-color: var(--ink); font-weight: 600 }
button:hover { text-decoration: underline; text-underline-offset: .2em }
.list { background: var(--sheet); border: 1px solid var(--line); border-radius: 6px }
.list > details + details { border-top: 1px solid var(--line) }
summary { cursor: pointer; padding: .6rem 1rem; border-radius: 5px }
.list > details > summary { list-style: none; display: grid; gap: 0 1.25rem }
.list > details > summary::-webkit-details-marker { display: none }
.list > details > summary:hover, .list > details[open] > summary { background: var(--tint) }
summary h3 { font-weight: 400 }
summary b { font: 700 .8125em var(--mono); margin-right: .4em }
summary b:only-of-type { display: inline-block; min-width: 3.4rem }
summary span { color: var(--soft); font-size: .9375rem }
.GET { color: var(--get) } .POST { color: var(--post) } .PUT, .PATCH { color: var(--put) } .DELETE { color: var(--delete) }
.inside { padding: .5rem 1rem 1.5rem }
.anchors { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; font-size: .875rem }
.anchors a { scroll-margin-top: 5rem }
.anchors button { font-size: .8125rem; padding: .1rem .6rem }
dl { margin: 0 }
dl > div { padding: .5rem 0; border-top: 1px solid var(--line) }
dt > code { font-weight: 700 }
::placeholder { color: var(--soft); opacity: 1 }
dt span, dt em { color: var(--soft); font-size: .875rem }
dt em { color: var(--delete); font-style: normal }
dd { margin: 0 }
dd p { margin: 0 }
dd dl { margin: .5rem 0 0 1rem }
pre {
  margin: .5rem 0; padding: .75rem 1rem; max-height: 28rem; overflow: auto; overflow-wrap: normal;
  background: var(--tint); border-radius: 4px; tab-size: 2;
}
form { margin-top: 2rem; padding-top: .25rem; border-top: 2px solid var(--ink) }
form h4 { margin-top: 1rem; color: var(--ink) }
form label { display: block; margin-bottom: .75rem }
label span { font-size: .875rem }
.fields { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); align-items: end }
.warning { color: var(--delete) }
[role=status] { font-weight: 700; min-height: 1.5em; margin: 0 }
.good { color: var(--post) } .bad { color: var(--delete) }
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 0 3rem }
  header { grid-column: 1 / -1 }
  aside { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding: 2.5rem 3px }
  nav ul { flex-direction: column }
  main > section:first-child h2 { margin-top: 2.5rem }
  .list > details > summary { grid-template-columns: minmax(0, 23rem) minmax(0, 1fr); align-items: baseline }
  #schemas summary { grid-template-columns: 1fr }
  dl > div { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 0 1.25rem }
  dd dl > div { grid-template-columns: minmax(0, 12rem) minmax(0, 1fr) }
}
@media print { aside, form, .anchors button { display: none } }
`

/** Everything that a page can set is a custom property, listed in docs/embed.md. */
export const STYLE = `
:host {
  --text: var(--kalends-text, light-dark(#1a1d21, #eceef1));
  --soft: var(--kalends-soft, light-dark(#5a626b, #a5adb7));
  --line: var(--kalends-line, light-dark(#dcdfe4, #363c44));
  --background: var(--kalends-background, Canvas);
  --tint: var(--kalends-tint, light-dark(#f2f4f6, #21262c));
  --accent: var(--kalends-accent, light-dark(#0b6170, #7cd0de));
  display: block; container-type: inline-size; color-scheme: light dark;
  color: var(--text); background: var(--background);
  padding: var(--kalends-padding, .75rem); border-radius: var(--kalends-radius, .5rem);
  font-family: var(--kalends-font, inherit); line-height: 1.5; overflow-wrap: anywhere;
}
:host([hidden]) { display: none }
* { box-sizing: border-box }
h1, h2, h3, h4, h5, h6, p, ul { margin: 0; padding: 0; font-size: 1em }
ul { list-style: none }
a { color: inherit; text-decoration-thickness: 1px; text-underline-offset: .2em }
a:hover { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .25rem }
button {
  font: inherit; color: inherit; background: none; cursor: pointer;
  border: 1px solid var(--line); border-radius: .375rem; padding: .375rem .75rem; min-width: 2.75rem; min-height: 2.75rem;
}
button:hover { border-color: var(--accent); color: var(--accent) }
[role=status] { color: var(--soft); font-size: .875em }
.more:empty, [role=status]:empty { display: none }
.more { margin: 1rem 0 }
[role=status].failed { color: var(--text); font-weight: 600 }

.entry { display: flex; gap: 1.25rem; padding: 1rem 0; border-top: 1px solid var(--line) }
.list > .entry:first-child { border-top: 0; padding-top: 0 }
.title { font-size: 1.125em; line-height: 1.35; font-weight: 600 }
.title a { text-decoration: none }
.title a:hover { text-decoration: underline }
.text { min-width: 0; flex: 1; display: grid; gap: .125rem; align-content: start }
.date {
  flex: none; width: 3.5rem; height: fit-content; padding: .375rem 0; display: grid; justify-items: center;
  font-size: .8125em; line-height: 1.25; color: var(--soft); background: var(--tint); border-radius: .375rem;
}
.date b { font-size: 1.5rem; line-height: 1.2; color: var(--text) }
.featured .date b { color: var(--accent) }
/* Each text in its own direction, on the side of the page's. */
.text > * { unicode-bidi: plaintext; text-align: match-parent }
.when { font-weight: 500 }
.place, .summary, .source { color: var(--soft) }
.summary { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
.website, .source { font-size: .875em }

.head { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem .75rem; margin-bottom: .75rem }
#title { font-size: 1.5em; line-height: 1.2; letter-spacing: -.01em }
.buttons { display: flex; gap: .375rem; margin-left: auto }
table { width: 100%; table-layout: fixed; border-collapse: collapse }
table[aria-busy=true] { opacity: .6 }
th { padding: .25rem; font-size: .8125em; font-weight: 500; color: var(--soft); text-align: start; overflow: hidden }
td { position: relative; height: 7.25rem; padding: 0; vertical-align: top; border: 1px solid var(--line) }
td.other { background: var(--tint) }
td.other > button { color: var(--soft) }
td > button {
  display: flex; align-items: center; width: 100%; min-width: 0; min-height: 0; padding: .125rem .25rem; border: 0;
  font-size: .875em; text-align: start;
}
/* The whole cell is the button. Links lie above it. */
td > button::after { content: ''; position: absolute; inset: 0 }
td > button:focus-visible { outline: 0 }
td > button:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px }
td > button span:first-child { min-width: 1.75rem; height: 1.75rem; line-height: 1.75rem; text-align: center; border-radius: 1rem }
td[aria-selected=true] { box-shadow: inset 0 0 0 2px var(--accent) }
[aria-current] span:first-child { background: var(--accent); color: var(--background); font-weight: 700 }
.dots { display: none; color: var(--accent) }
td ul { padding-bottom: .25rem }
td li { height: 1.375rem; font-size: .8125em; line-height: 1.25rem; pointer-events: none }
.chip {
  position: relative; z-index: 1; display: block; pointer-events: auto; padding: 0 .375rem; white-space: nowrap;
  overflow: hidden; text-overflow: ellipsis; text-decoration: none;
}
.chip small { font-size: .9375em; color: var(--soft) }
a.chip:hover { text-decoration: underline }
.bar small { color: inherit }
.bar .chip {
  width: calc(var(--span) * 100% + (var(--span) - 1) * 1px - .25rem); margin-inline-start: .125rem;
  color: var(--text); background: color-mix(in srgb, var(--accent) 22%, var(--background)); border-radius: .25rem;
}
.extra { display: none }
.rest { padding: 0 .375rem; color: var(--soft) }
.day { margin-top: 1rem }
#day { margin-bottom: .5rem; font-size: 1.125em }
.day .entry:first-child { padding-top: .25rem }

dialog {
  width: min(40rem, 92vw); max-height: 85vh; overflow: auto; padding: 1.25rem; border: 1px solid var(--line);
  border-radius: .5rem; color: var(--text); background: var(--background);
}
dialog::backdrop { background: rgb(0 0 0 / .5) }
dialog .buttons { align-items: center; gap: 1rem; margin: 1rem 0 0 }
.paragraphs { display: grid; gap: .5rem }

@container (max-width: 40rem) {
  .entry { gap: 1rem }
  .head { gap: .25rem .5rem }
  #title { font-size: 1.125em }
  .buttons { gap: .25rem }
  .buttons button { padding: .375rem .5rem }
  .head [role=status] { order: 1; width: 100% }
  th { text-align: center; padding: .25rem 0 }
  td { height: 3.25rem }
  td ul { display: none }
  td > button { flex-direction: column; height: 100%; padding: .125rem 0; line-height: 1 }
  .dots { display: block; letter-spacing: .05em }
}
@media (forced-colors: active) {
  td[aria-selected=true] { outline: 2px solid Highlight; outline-offset: -2px }
  .bar .chip { border: 1px solid }
}
@media print {
  :host { color-scheme: light; padding: 0 }
  .buttons, .more, .rest { display: none }
  .extra { display: block }
  td { height: auto }
  td[aria-selected=true] { box-shadow: none }
  .bar .chip { border: 1px solid var(--line) }
  tr, .entry { break-inside: avoid }
  .summary { display: block }
}
`

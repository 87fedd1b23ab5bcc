/** Custom properties as of the elements of `kalends/embed`. */
export const STYLE = `
:host {
  --text: var(--kalends-text, light-dark(#1a1d21, #eceef1));
  --soft: var(--kalends-soft, light-dark(#5a626b, #a5adb7));
  --line: var(--kalends-line, light-dark(#7a828b, #8b939d));
  --accent: var(--kalends-accent, light-dark(#0b6170, #7cd0de));
  --bad: light-dark(#a3151a, #ff9d96);
  display: block; color-scheme: light dark; color: var(--text); background: var(--kalends-background, Canvas);
  padding: var(--kalends-padding, .75rem); max-width: 42rem;
  font-family: var(--kalends-font, inherit); line-height: 1.5; overflow-wrap: anywhere;
}
:host([hidden]), [hidden] { display: none }
* { box-sizing: border-box }
h1, h2, h3, h4, h5, h6 { margin: 0 0 1rem; font-size: 1.375em; line-height: 1.25 }
form { display: grid; gap: 1rem }
.row { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)) }
.field { display: grid; gap: .25rem; min-width: 0; align-content: start }
label, legend { font-weight: 600; padding: 0 }
.needed { font-weight: 400; color: var(--soft) }
.check { display: flex; gap: .5rem; align-items: center; min-height: 2.75rem; font-weight: 400 }
fieldset { border: 1px solid var(--line); border-radius: .375rem; padding: .75rem; margin: 0; min-width: 0; display: grid; gap: 1rem }
input, textarea, button {
  font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: .375rem;
  padding: .5rem .625rem; min-height: 2.75rem; width: 100%; min-width: 0;
}
input[type=checkbox] { width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); flex: none }
textarea { min-height: 7rem; resize: vertical }
[aria-invalid=true] { border-color: var(--bad); border-width: 2px }
.fault { color: var(--bad); margin: 0 }
.help, .privacy { color: var(--soft); margin: 0 }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem }
button { width: auto; cursor: pointer; padding-inline: 1.25rem }
button.primary { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #10161a) }
button:disabled { opacity: .6; cursor: progress }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
[role=status]:empty { display: none }
[role=status] { margin: 0 0 1rem }
.trap { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`

/** An element with attributes and children. Strings become text nodes, so nothing in them is markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** A button that copies a text; '' where the browser does not let pages copy, as over plain HTTP. */
export function copyButton(label: string, text: () => string): HTMLButtonElement | string {
  if (navigator.clipboard === undefined) return ''
  const button = element('button', { type: 'button' }, label)
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text())
      button.textContent = 'Copied'
    } catch {
      button.textContent = 'Not allowed to copy'
    }
  })
  // Restores the label as soon as the user moves on.
  for (const leaving of ['blur', 'pointerleave']) {
    button.addEventListener(leaving, () => {
      button.textContent = label
    })
  }
  return button
}

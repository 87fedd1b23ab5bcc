/* The description is plain text in the form, and HTML in the interface. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

export const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter((part) => part !== '')
    .map((part) => {
      const safe = part.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
      return `<p>${safe.replace(/\n/g, '<br>')}</p>`
    })
    .join('')

export const textOf = (html: string): string =>
  html
    .replace(/<br\s*\/?>\n?/g, '\n')
    .replace(/<\/(?:p|li|h\d|blockquote)>\s*/g, '\n\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      const code = Number(decimal ?? `0x${hex}`)
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()

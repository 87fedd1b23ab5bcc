/*
 * Character references: decodes the known ones, and writes text in one canonical form.
 */

const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring ' +
  'AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml ' +
  'times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil ' +
  'egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ' +
  'ugrave uacute ucirc uuml yacute thorn yuml'

const OTHERS =
  'quot=22 amp=26 apos=27 lt=3c gt=3e OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 ensp=2002 emsp=2003 ' +
  'thinsp=2009 zwnj=200c zwj=200d ndash=2013 mdash=2014 lsquo=2018 rsquo=2019 sbquo=201a ldquo=201c rdquo=201d ' +
  'bdquo=201e dagger=2020 bull=2022 hellip=2026 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203a euro=20ac ' +
  'trade=2122 larr=2190 rarr=2192 minus=2212 infin=221e le=2264 ge=2265 hearts=2665'

const NAMED = new Map<string, string>([
  ...LATIN1.split(' ').map((name, i) => [name, String.fromCodePoint(0xa0 + i)] as const),
  ...OTHERS.split(' ').map((entry) => {
    const [name = '', code = ''] = entry.split('=')
    return [name, String.fromCodePoint(Number.parseInt(code, 16))] as const
  }),
])

// Browsers accept numeric references without a semicolon. A name without one is plain text.
const SPECIAL = /&(?:#x([\da-f]+);?|#(\d+);?|([a-z][\da-z]{0,30});)|[&<>\u00a0]/gi

/**
 * Replaces each reference, and each bare `&`, `<`, `>` or no-break space, with what `write` returns for its character.
 * Unknown names stay.
 */
function rewrite(text: string, write: (character: string) => string): string {
  return text.replace(SPECIAL, (match: string, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) {
      const character = NAMED.get(name)
      return character === undefined ? match : write(character)
    }
    if (hex !== undefined) return write(fromCode(Number.parseInt(hex, 16)))
    return write(decimal === undefined ? match : fromCode(Number(decimal)))
  })
}

function fromCode(code: number): string {
  const isControl = code < 0x20 ? code !== 9 && code !== 10 : code >= 0x7f && code < 0xa0
  const isNone = code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
  return isControl || isNone ? '' : String.fromCodePoint(code)
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // Browsers write it in this form, so that an edit in a browser does not change it.
  '\u00a0': '&nbsp;',
}

const escaped = (character: string): string => ESCAPES[character] ?? character

export const decodeReferences = (text: string): string =>
  text.includes('&') ? rewrite(text, (character) => character) : text

/** Text between tags in canonical form: only `&`, `<`, `>` and no-break spaces are references. */
export const canonicalText = (text: string): string =>
  rewrite(text, (character) => (character === '"' || character === "'" ? character : escaped(character)))

/** The same for an attribute value in double quotes. */
export const canonicalValue = (text: string): string => canonicalText(text).replaceAll('"', '&quot;')

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, escaped)

/** The parameters of the two content types, for ranges that name parameters. */
const PARAMETERS: ReadonlySet<string> = new Set(['charset=utf-8', 'charset="utf-8"'])
const QUALITY = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/

// Whether `Accept` prefers text/html to application/json (RFC 9110, section 12.5.1). For equal qualities, the more
// specific range wins: `text/html, */*` of older browsers means a page, and the bare `*/*` of programs means JSON. If
// `Accept` allows neither, the response is JSON: there is no 406.
export function prefersHtml(accept: string): boolean {
  const [html, json] = [rankOf(accept, 'text', 'html'), rankOf(accept, 'application', 'json')]
  return html.quality > json.quality || (html.quality === json.quality && html.exactness > json.exactness)
}

interface Rank {
  readonly quality: number
  /** 3: named with parameters; 2: named; 1: by its type; 0: by `*`, or not at all. */
  readonly exactness: number
}

/** The quality of a type is that of the most specific range. Ranges that do not parse are ignored. */
function rankOf(accept: string, type: string, subtype: string): Rank {
  let best: Rank = { quality: 0, exactness: 0 }
  for (const range of split(accept, ',')) {
    const [name = '', ...parameters] = split(range, ';').map((part) => part.toLowerCase())
    const qualities = parameters.filter((one) => one.startsWith('q='))
    const others = parameters.filter((one) => one !== '' && !one.startsWith('q='))
    const quality = qualities[0]?.slice(2) ?? '1'
    const named = ['*/*', `${type}/*`, `${type}/${subtype}`].indexOf(name)
    if (named < 0 || !QUALITY.test(quality) || !others.every((one) => PARAMETERS.has(one))) continue
    const rank = { quality: Number(quality), exactness: others.length > 0 ? 3 : named }
    const isBetter =
      rank.exactness === best.exactness ? rank.quality > best.quality : rank.exactness > best.exactness
    if (isBetter) best = rank
  }
  return best
}

/** Splits a text at the separators outside of quotes. */
const split = (text: string, separator: ',' | ';'): string[] =>
  (text.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|[^${separator}"]|")+`, 'g')) ?? []).map((part) =>
    part.trim(),
  )

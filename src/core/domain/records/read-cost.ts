import { plainLine } from '../html/html.ts'
import { type Amount, byValue, type Cost, presentCost, readNumber, type ShownCurrency } from './cost.ts'

/** A `cost` of `null` means that there is none. */
export type CostReading = { readonly valid: true; readonly cost: Cost | null } | { readonly valid: false }

const CODES =
  'AED|ARS|AUD|BGN|BRL|CAD|CHF|CLP|CNY|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KES|KRW|MAD|MXN|MYR|' +
  'NGN|NOK|NZD|PEN|PHP|PLN|RON|RSD|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR'
const SYMBOL = `(?:[A-Z]{0,3}\\p{Sc}|${CODES}|kr\\.?|zł|Kč|Ft|lei|лв\\.?|руб\\.?|Rs\\.?|Fr\\.?|RM|Rp|R)`
const NUMBER = "(?:\\d{1,3}(?:[ '’]\\d{3})+(?:[.,]\\d{1,2})?|[\\d.,]*\\d)"
const AMOUNT = new RegExp(`^(${SYMBOL})? ?(${NUMBER})$|^(${NUMBER}) ?(${SYMBOL})$`, 'u')
const RANGE = /^(.+?) ?(?:[-–—]| to ) ?(.+)$/i
const FREE: Amount = { written: '0', value: '0', symbol: '', position: '' }

/** Parses the cost that a client sends. Only plain amounts and ranges are parsed; other text stays as it is. */
export function readCost(input: unknown): CostReading {
  const texts: string[] = []
  for (const item of Array.isArray(input) ? input : [input === null || input === false ? '' : input]) {
    const isValid = typeof item === 'string' || (typeof item === 'number' && Number.isFinite(item))
    if (!isValid) return { valid: false }
    const text = plainLine(String(item))
    if (text !== '' && !texts.includes(text)) texts.push(text)
  }
  return { valid: true, cost: texts.length === 0 ? null : costOf(texts) }
}

function costOf(texts: readonly string[]): Cost {
  const readings = texts.map(readAmounts)
  const amounts = readings.flatMap((reading) => reading ?? [])
  const priced = amounts.filter((amount) => amount !== FREE)
  if (priced.length === 0 || readings.includes(undefined))
    return { amounts: [], texts, symbol: '', position: '' }

  const [first = FREE] = priced
  const hasRange = readings.some((reading) => reading !== undefined && reading.length > 1)
  const isCommon = !hasRange && priced.every(({ symbol }) => symbol === first.symbol)
  const { symbol, position } = isCommon ? first : FREE
  return { amounts: inOneCurrency(amounts).sort(byValue), texts: [], symbol, position }
}

/** In `$10-25` and `10, 25 €`, one symbol counts for all amounts. */
function inOneCurrency(amounts: readonly Amount[]): Amount[] {
  const named = amounts.filter(({ symbol }) => symbol !== '')
  const [first] = named
  if (first === undefined || named.some(({ symbol }) => symbol !== first.symbol)) return [...amounts]
  const { symbol, position } = first
  return amounts.map((amount) => (amount.symbol === '' ? { ...amount, symbol, position } : amount))
}

/** One amount, both ends of a range, or `undefined` when the text is neither. */
function readAmounts(text: string): Amount[] | undefined {
  const single = readAmount(text)
  if (single !== undefined) return [single]
  const [, from, to] = RANGE.exec(text) ?? []
  if (from === undefined || to === undefined) return undefined
  const [low, high] = [readAmount(from), readAmount(to)]
  return low === undefined || high === undefined ? undefined : [low, high]
}

function readAmount(text: string): Amount | undefined {
  if (text.toLowerCase() === 'free') return FREE
  const [, before = '', leading, trailing, after = ''] = AMOUNT.exec(text) ?? []
  const written = leading ?? trailing
  const value = written === undefined ? undefined : readNumber(written)
  if (written === undefined || value === undefined) return undefined
  const position = before === '' ? (after === '' ? '' : 'postfix') : 'prefix'
  return { written, value, symbol: before + after, position }
}

/**
 * The cost after a write. If a client sends back the cost that responses show, the stored cost does not change. It
 * holds facts that the shown text lacks: that the currency is the site's, or the amounts between the lowest and the
 * highest.
 */
export function nextCost(
  requested: Cost | null | undefined,
  current: Cost | null,
  site: ShownCurrency,
): Cost | null {
  if (requested === undefined) return current
  if (requested === null || current === null) return requested
  const shown = readCost(presentCost(current, site).cost)
  return shown.valid && JSON.stringify(shown.cost) === JSON.stringify(requested) ? current : requested
}

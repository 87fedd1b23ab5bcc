import type { CostDetails, Currency } from '../types.ts'
import { escapeHtml, plainLine } from './html.ts'
import { slugify } from './slug.ts'

interface Amount {
  /** As shown: `1,000.50`, `10,50`. */
  readonly written: string
  /** The same as a plain number: `1000.50`, `10.50`. */
  readonly value: string
  /** '' for the site's own currency. */
  readonly symbol: string
  readonly position: '' | 'prefix' | 'postfix'
}

/** The cost of an event: either amounts, from low to high, or texts that are not amounts. Never both. */
export interface Cost {
  readonly amounts: readonly Amount[]
  readonly texts: readonly string[]
  /** The symbol that every value is written with; '' when the symbols differ or when a text is a range. */
  readonly symbol: string
  readonly position: '' | 'prefix' | 'postfix'
}

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

const byValue = (a: Amount, b: Amount): number => {
  const [x, y] = [Number(a.value), Number(b.value)]
  return x < y ? -1 : x > y ? 1 : 0
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
 * The number in decimal notation. A single separator is a decimal point, except a comma before exactly three digits: it
 * separates thousands.
 */
function readNumber(written: string): string | undefined {
  const text = written.replace(/[ '’]/g, '')
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^\d*[.,]?\d+$/.test(text)) return text.replace(',', '.')
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return undefined
}

/** The currency of amounts that name none. */
type ShownCurrency = Pick<Currency, 'symbol' | 'position'>

/** The cost as responses show it. */
export function presentCost(
  cost: Cost | null,
  site: ShownCurrency,
): { cost: string; cost_details: CostDetails } {
  const { amounts, texts, symbol, position } = cost ?? { amounts: [], texts: [], symbol: '', position: '' }
  const values =
    amounts.length > 0 ? amounts.map(({ value }) => value) : texts.flatMap(valuesOf).sort(byNumber)
  const shown = ends(amounts).map((amount) => show(amount, site))
  return {
    cost: escapeHtml(amounts.length > 0 ? shown.join(' – ') : texts.join(', ')),
    cost_details: {
      currency_symbol: symbol,
      currency_code: '',
      currency_position: position,
      values: [...new Set(values)].filter((value) => value !== ''),
    },
  }
}

/**
 * The cost after a write. If a client sends back the cost that responses show, the stored cost does not change. It
 * holds facts that the shown text lacks: that the currency is the site's, or the amounts between the lowest and the
 * highest.
 */
export function nextCost(
  given: Cost | null | undefined,
  current: Cost | null,
  site: ShownCurrency,
): Cost | null {
  if (given === undefined) return current
  if (given === null || current === null) return given
  const shown = readCost(presentCost(current, site).cost)
  return shown.valid && JSON.stringify(shown.cost) === JSON.stringify(given) ? current : given
}

/** The numbers in a text that is shown as it is. The slug represents a text without numbers. */
function valuesOf(text: string): string[] {
  const written: string[] = text.match(/\d+(?:[.,]\d+)*/g) ?? []
  const numbers = written.map(readNumber).filter((number) => number !== undefined)
  return numbers.length > 0 ? numbers : [slugify(text)]
}

const byNumber = (a: string, b: string): number => Number(a) - Number(b) || 0

/** The price for `json_ld`: plain text without a currency. */
export function priceOf(cost: Cost): string {
  if (cost.amounts.length === 0)
    return cost.texts.map((text) => (/^free$/i.test(text) ? '0' : text)).join(', ')
  return ends(cost.amounts)
    .map(({ value }) => value)
    .join(' – ')
}

/** The lowest and the highest amount; only one when they are equal. */
function ends(amounts: readonly Amount[]): Amount[] {
  const [low, high] = [amounts[0], amounts.at(-1)]
  if (low === undefined || high === undefined) return []
  return byValue(low, high) === 0 && low.symbol === high.symbol ? [low] : [low, high]
}

function show(amount: Amount, site: ShownCurrency): string {
  if (Number(amount.value) === 0) return 'Free'
  const { symbol, position } = amount.symbol === '' ? site : amount
  return position === 'prefix' ? symbol + amount.written : amount.written + symbol
}

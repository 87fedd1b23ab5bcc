import type { CostDetails, Currency } from '../../../types/index.ts'
import type { Amount, Cost } from '../../fields/values.ts'
import { escapeHtml } from '../html/html.ts'
import { slugify } from '../text/slug.ts'

export type { Amount, Cost }

/** The currency of amounts that name none. */
export type ShownCurrency = Pick<Currency, 'symbol' | 'position'>

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

export const byValue = (a: Amount, b: Amount): number => {
  const [x, y] = [Number(a.value), Number(b.value)]
  return x < y ? -1 : x > y ? 1 : 0
}

/**
 * The number in decimal notation. A single separator is a decimal point, except a comma before exactly three digits: it
 * separates thousands.
 */
export function readNumber(written: string): string | undefined {
  const text = written.replace(/[ '’]/g, '')
  if (/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^(?:\d+|\d*[.,]\d+)$/.test(text)) return text.replace(',', '.')
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  return undefined
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

import type { Amount, Cost } from '../../core/domain/records/cost.ts'
import { readNumber } from '../../core/domain/records/cost.ts'
import { readCost } from '../../core/domain/records/read-cost.ts'
import { isRow, type Row } from '../../formats/rows.ts'
import { lineFrom, listFrom, type OnCut } from './old-texts.ts'

/*
 * What an event of the old site costs. The site reads prices itself, and cuts them at their separators: of `1,000.50` it
 * makes `.50` and `1000`. So what the editor wrote counts, where it is shown.
 */

/** Amounts with their currency; other texts as the site shows them. */
export function costFrom({ cost, cost_details }: Row, edit: Row | undefined, onCut: OnCut): Cost | null {
  const shown = lineFrom(cost, onCut)
  if (shown === '') return null
  const details = isRow(cost_details) ? cost_details : {}
  const symbol = lineFrom(details.currency_symbol, onCut)
  const place = details.currency_position
  const position = place === 'prefix' || place === 'postfix' ? place : ''
  const inCurrency = (amount: Amount): Amount =>
    amount.symbol === '' && symbol !== '' ? { ...amount, symbol, position: position || 'prefix' } : amount
  const written = writtenCost(edit, onCut)
  if (written !== undefined) {
    const amounts = written.amounts.map(inCurrency)
    return { ...written, amounts, ...(written.symbol === '' && isOfOne(amounts) ? { symbol, position } : {}) }
  }
  const given: readonly unknown[] = Array.isArray(details.values) ? details.values : []
  const values = listFrom(given, onCut).map((value) => lineFrom(String(value), onCut))
  const numbers = values.map(readNumber).filter((number) => number !== undefined)
  const prices = shown.match(PRICE) ?? []
  const isRead = numbers.length > 0 && numbers.length === values.length && isReadRight(values, prices)
  if (!isRead || saysMore(shown, symbol, values))
    return { amounts: [], texts: [shown], symbol: '', position: '' }
  const amounts = numbers.map((value): Amount => {
    const token = prices.find((price) => Number(readNumber(price)) === Number(value)) ?? value
    return inCurrency({ written: token, value, symbol: '', position: '' })
  })
  return { amounts, texts: [], symbol, position }
}

const PRICE = /\d[\d.,’' ]*\d|\d/g

const isOfOne = (amounts: readonly Amount[]): boolean =>
  amounts.every(({ symbol }) => symbol === amounts[0]?.symbol)

/** What the editor wrote, if prices can be read in it; `undefined` where the site does not show it. */
function writtenCost(edit: Row | undefined, onCut: OnCut): Cost | undefined {
  const meta = isRow(edit?.meta) ? edit.meta : {}
  const raw: readonly unknown[] = Array.isArray(meta._EventCost) ? meta._EventCost : [meta._EventCost]
  const reading = readCost(
    listFrom(raw, onCut).map((one) => (isText(one) ? lineFrom(String(one), onCut) : '')),
  )
  return reading.valid && reading.cost !== null && reading.cost.amounts.length > 0 ? reading.cost : undefined
}

const isText = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** Whether there are words beside the prices: `10 € a head`. One is that for nothing, in whatever language. */
function saysMore(shown: string, symbol: string, values: readonly string[]): boolean {
  const rest = shown.replace(PRICE, ' ').replaceAll(symbol, ' ')
  const words = rest.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length > (values.some((value) => Number(value) === 0) ? 1 : 0)
}

/** Whether the values of the site are the prices of its text, or lie between the two of a range. */
function isReadRight(values: readonly string[], prices: readonly string[]): boolean {
  if (values.some((value) => !/^\d/.test(value))) return false
  // A text such as "Free" stands for zero.
  const paid = values.map((value) => Number(readNumber(value))).filter((value) => value !== 0)
  const shown = prices.map((price) => Number(readNumber(price)))
  const isRange =
    shown.length === 2 && paid.every((value) => value >= Math.min(...shown) && value <= Math.max(...shown))
  return isRange || paid.every((value) => shown.includes(value))
}

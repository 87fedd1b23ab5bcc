import { parse } from '../core/domain/json.ts'
import type { CustomField, DeclaredFields } from '../core/domain/records/custom-fields.ts'
import type { CustomValues } from '../core/domain/records/records.ts'
import type { EventInput } from '../types/index.ts'
import type { FileContent } from './file-event.ts'
import { isRow } from './rows.ts'

/*
 * Custom fields in files: the cells of CSV, and what a calendar takes of them.
 */

/** The name of a column of CSV. */
export const columnOfField = (name: string): string => `custom_fields.${name}`

/** A text as it is, unless a reader would take it for something else; other values as JSON. '' without a value. */
export function cellOf(value: unknown): string {
  if (value === undefined) return ''
  const isPlain = typeof value === 'string' && value !== '' && value.trim() === value && !isJson(value)
  return isPlain ? value : JSON.stringify(value)
}

const isJson = (text: string): boolean => parse(text) !== undefined

/**
 * What the file says, with the fields that the calendar declares and no others. `isCells`: the values are cells of CSV,
 * which are JSON where the schema of the field accepts that, and otherwise texts.
 */
export async function withDeclared(
  content: FileContent,
  declared: DeclaredFields,
  isCells: boolean,
): Promise<FileContent> {
  const bodyOf = (event: EventInput) => declaredIn(event, declared, isCells)
  const events: FileContent['events'][number][] = []
  for (const one of content.events) {
    const changes: (typeof one.changes)[number][] = []
    for (const change of one.changes) {
      const { event } = change
      changes.push({ ...change, event: event.start_date === undefined ? event : await bodyOf(event) })
    }
    events.push({ ...one, changes, event: await bodyOf(one.event) })
  }
  return { ...content, events }
}

async function declaredIn(
  { custom_fields: own, venue, organizer, ...rest }: EventInput,
  declared: DeclaredFields,
  isCells: boolean,
): Promise<EventInput> {
  const custom_fields = isRow(own) ? await valuesOf(own, declared.event, isCells) : undefined
  return {
    ...rest,
    ...(custom_fields === undefined ? {} : { custom_fields }),
    ...(venue === undefined ? {} : { venue: linkedIn(venue, declared.venue) }),
    ...(organizer === undefined ? {} : { organizer: linkedIn(organizer, declared.organizer) }),
  }
}

/** In place: the objects have just been read. */
function linkedIn<T>(linked: T, fields: readonly CustomField[]): T {
  for (const one of [linked].flat()) {
    if (!isRow(one) || !isRow(one.custom_fields)) continue
    for (const name of Object.keys(one.custom_fields)) {
      if (!fields.some((field) => field.name === name)) Reflect.deleteProperty(one.custom_fields, name)
    }
  }
  return linked
}

async function valuesOf(
  values: CustomValues,
  fields: readonly CustomField[],
  isCells: boolean,
): Promise<CustomValues | undefined> {
  const known: [string, unknown][] = []
  for (const field of fields) {
    if (!Object.hasOwn(values, field.name)) continue
    const value = values[field.name]
    known.push([field.name, isCells ? await readCell(field, String(value)) : value])
  }
  return known.length === 0 ? undefined : Object.fromEntries(known)
}

async function readCell({ schema }: CustomField, cell: string): Promise<unknown> {
  if (cell === '') return null
  const value = parse(cell)
  if (value === undefined) return cell
  const { issues } = await schema['~standard'].validate(value)
  return issues === undefined ? value : cell
}

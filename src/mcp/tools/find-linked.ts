import { cutText } from '../bounded.ts'
import { type Json, own, textOf } from '../json.ts'
import { listSchema, pageArguments, pageOf, pageQuery, placeIn } from './pages.ts'
import { bodyOf, numberOf, rowsIn } from './rest.ts'
import { answer, type CalendarTool, object, READS } from './tool.ts'

/*
 * Lists of what events link to.
 */

interface List {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The list of the interface, and of the answer. */
  readonly path: string
  readonly rows: string
  /** Fields of a row, with the longest text of each. */
  readonly fields: Readonly<Record<string, number>>
  /** The field that `name` is. */
  readonly nameField: string
}

const SEARCH: Json = { type: 'string', minLength: 1, maxLength: 200, description: 'Words of the name.' }

function listTool({ name, title, description, path, rows, fields, nameField }: List): CalendarTool {
  const texts = Object.fromEntries(Object.keys(fields).map((field) => [field, { type: 'string' }]))
  const row = answer({ id: { type: 'integer' }, name: { type: 'string' }, ...texts }, ['id', 'name'])
  return {
    ...{ name, title, description },
    needsWrite: false,
    annotations: READS,
    inputSchema: () => object({ search: SEARCH, ...pageArguments }),
    outputSchema: listSchema(rows, row),
    run: async (args, { calendar }) => {
      const page = pageOf(args)
      const search = own(args, 'search')
      const query = { ...pageQuery(page), ...(typeof search === 'string' && { search }) }
      const body = bodyOf(await calendar('GET', `/${path}`, { query }))
      const found = rowsIn(body, path).map((record) => {
        const lines = Object.entries(fields).map(
          ([field, length]) => [field, cutText(textOf(own(record, field)), length)] as const,
        )
        return {
          id: numberOf(own(record, 'id')) ?? 0,
          name: cutText(textOf(own(record, nameField)), 160),
          ...Object.fromEntries(lines.filter(([, text]) => text !== '')),
        }
      })
      return { [rows]: found, ...placeIn(page, body) }
    },
  }
}

export const findPlaces = listTool({
  name: 'find_places',
  title: 'Find places',
  description:
    'Finds venues by words of their name or address. Their IDs are for find_events and create_event.',
  ...{ path: 'venues', rows: 'places', nameField: 'venue' },
  fields: { address: 120, city: 80, country: 60 },
})

export const findOrganizers = listTool({
  name: 'find_organizers',
  title: 'Find organizers',
  description: 'Finds organizers by words of their name. Their IDs are for find_events and create_event.',
  ...{ path: 'organizers', rows: 'organizers', nameField: 'organizer' },
  fields: { email: 120, phone: 60, website: 160 },
})

export const listCategories = listTool({
  name: 'list_categories',
  title: 'List categories',
  description: 'The categories of events, which find_events takes by slug or name.',
  ...{ path: 'categories', rows: 'categories', nameField: 'name' },
  fields: { slug: 120, description: 120 },
})

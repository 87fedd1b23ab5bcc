import { type Json, own } from '../json.ts'
import { CATEGORIES, type Linked, linkedOf, linkedSchema, ORGANIZERS, PLACES } from './linked.ts'
import { listSchema, pageArguments, pageOf, pageQuery, placeIn } from './pages.ts'
import { bodyOf, numberOf, rowsIn } from './rest.ts'
import { type CalendarTool, object, READS } from './tool.ts'

/*
 * Lists of what events link to.
 */

const SEARCH: Json = { type: 'string', minLength: 1, maxLength: 200, description: 'Words of the name.' }

const ID: Json = { type: 'integer', minimum: 1, description: 'Only the one with this ID.' }

function listTool(linked: Linked, name: string, title: string, description: string): CalendarTool {
  const { path, rows } = linked
  return {
    ...{ name, title, description },
    needsWrite: false,
    annotations: READS,
    inputSchema: () => object({ search: SEARCH, id: ID, ...pageArguments }),
    outputSchema: listSchema(rows, linkedSchema(linked)),
    run: async (args, { calendar }) => {
      const id = numberOf(own(args, 'id'))
      if (id !== undefined) {
        const record = bodyOf(await calendar('GET', `/${path}/${id}`))
        return { [rows]: [linkedOf(record, linked)], total: 1 }
      }
      const page = pageOf(args)
      const search = own(args, 'search')
      const query = { ...pageQuery(page), ...(typeof search === 'string' && { search }) }
      const body = bodyOf(await calendar('GET', `/${path}`, { query }))
      return { [rows]: rowsIn(body, path).map((record) => linkedOf(record, linked)), ...placeIn(page, body) }
    },
  }
}

export const findPlaces = listTool(
  PLACES,
  'find_places',
  'Find places',
  'Finds venues by words of their name or address. Their IDs are for find_events and create_event.',
)

export const findOrganizers = listTool(
  ORGANIZERS,
  'find_organizers',
  'Find organizers',
  'Finds organizers by words of their name. Their IDs are for find_events and create_event.',
)

export const listCategories = listTool(
  CATEGORIES,
  'list_categories',
  'List categories',
  'The categories of events, which find_events takes by slug or name.',
)

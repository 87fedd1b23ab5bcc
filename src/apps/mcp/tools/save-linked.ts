import type { Json } from '../json.ts'
import { type Linked, linkedOf, ORGANIZERS, PLACES } from './linked.ts'
import { bodyOf, numberOf } from './rest.ts'
import { answer, type CalendarTool, object, ToolError } from './tool.ts'

/*
 * Writes what events link to: a new one, or with an ID the fields of one that is there.
 */

interface Save {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The tool that shows what is written. */
  readonly finder: string
}

function saveTool(linked: Linked, { name, title, description, finder }: Save): CalendarTool {
  const { path, one, nameField, fields } = linked
  const texts: Json = Object.fromEntries(Object.keys(fields).map((field) => [field, { type: 'string' }]))
  return {
    ...{ name, title, description },
    needsWrite: true,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    inputSchema: () =>
      object({
        id: { type: 'integer', minimum: 1, description: 'Without it, a new one is made.' },
        name: { type: 'string', minLength: 1, maxLength: 500 },
        ...texts,
      }),
    // What the list says in full: each list of tools would say it twice.
    outputSchema: answer({ [one]: { type: 'object', description: `As ${finder} shows it.` } }, [one]),
    run: async (args, { calendar }) => {
      const { id: given, name: called, ...rest } = args
      const id = numberOf(given)
      if (id === undefined && called === undefined)
        throw new ToolError(
          'name is missing; a value that would do: "Town hall". To change one, give its id.',
        )
      const body = { ...rest, ...(called !== undefined && { [nameField]: called }) }
      if (Object.keys(body).length === 0)
        throw new ToolError('No field to change is named; for example phone: "+43 1 58858".')
      const response = await (id === undefined
        ? calendar('POST', `/${path}`, { body })
        : calendar('PATCH', `/${path}/${id}`, { body }))
      return { [one]: linkedOf(bodyOf(response, { [nameField]: 'name' }), linked) }
    },
  }
}

const SAME_NAME = 'If there is one with the name already, the answer is that one, unchanged.'

export const savePlace = saveTool(PLACES, {
  name: 'save_place',
  title: 'Create or change a place',
  description: `Creates a venue, or changes the named fields of the one with the ID. ${SAME_NAME}`,
  finder: 'find_places',
})

export const saveOrganizer = saveTool(ORGANIZERS, {
  name: 'save_organizer',
  title: 'Create or change an organizer',
  description: `Creates an organizer, or changes the named fields of the one with the ID. ${SAME_NAME}`,
  finder: 'find_organizers',
})

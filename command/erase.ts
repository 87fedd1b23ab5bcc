import type { Erased } from 'kalends'
import { withDatabase } from './database.ts'
import { openApi } from './open-api.ts'
import { COMMON, type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { createTerminal } from './terminal.ts'
import { messageOf, UsageError } from './usage.ts'

const HELP = `Usage: kalends erase --email ADDRESS --user ID [options]

Erases a person: suggestions that wait, contacts of the others, and the name of an account in the history. It lists the
records whose texts name the person, for you to change. Then call it again.

  --email ADDRESS    of the person
  --user ID          of the account, as your app knows it
  --name NAME        to search for; can be repeated
${DATABASE_HELP}
  --quiet            print only errors
  --json             print the result as JSON
  --help`

export const eraseCommand: Command = {
  help: HELP,
  summary: 'erase a person',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: {
        ...COMMON,
        ...DATABASE,
        email: { type: 'string' },
        user: { type: 'string' },
        name: { type: 'string', multiple: true },
      },
    })
    const { email, user, name: names } = values
    if (email === undefined && user === undefined)
      throw new UsageError('Name a person: --email, --user or both.')
    await withDatabase(values.database, { names: values, mustExist: true }, async ({ storage }) => {
      const signal = untilInterrupted()
      const person = { email, user, names, signal }
      const erased = await openApi(storage, { changes: true }).erase(person).catch(refuse)
      createTerminal(values).report({ ...erased }, () => linesOf(erased))
      signal.throwIfAborted()
    })
  },
}

/** What the API says of a value, said of the option. */
function refuse(error: unknown): never {
  const [, what, wrong] = /^(user|email|name)s?: (.+)/.exec(messageOf(error)) ?? []
  if (error instanceof TypeError && what !== undefined) throw new UsageError(`--${what}: ${wrong}.`)
  throw error
}

function linesOf({ withdrawn, contacts, entries, authored, names, named, more }: Erased): readonly string[] {
  return [
    `${withdrawn} suggestions that waited are gone, and the contacts of ${contacts} others. ${entries} entries of the journal are changed.`,
    ...(authored > 0 ? [`${authored} records have the account as their author, and keep its ID.`] : []),
    ...(names.length > 0 ? [`Found as ${names.join(', ')}. With --name, they are searched for again.`] : []),
    ...(named.length > 0 ? ['These name the person. Change or delete them, then call this again:'] : []),
    ...named.map(({ kind, id, fields }) => `  ${kind} ${id}: ${fields.join(', ')}`),
    ...(more ? ['There is more: call this again.'] : []),
  ]
}

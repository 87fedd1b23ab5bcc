import { createInterface } from 'node:readline'
import type { EventsApi, EventsApiOptions, Role } from 'kalends'
import { createMcp } from 'kalends/mcp'
import { openDatabase } from './database.ts'
import { answerLine, type Sent } from './mcp-lines.ts'
import { openApi } from './open-api.ts'
import { type Command, DATABASE, DATABASE_HELP, readArguments } from './options.ts'
import { UsageError } from './usage.ts'

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const satisfies Role[]

const HELP = `Usage: kalends mcp [options]

Tools for an assistant on this machine: the Model Context Protocol on stdin and stdout. The assistant starts it.

${DATABASE_HELP}
  --role NAME        what the assistant may do: ${ROLES.join(', ')};
                     default: subscriber, who only reads
  --user ID          whose events they are that it creates; default: 1
  --timezone ZONE    of the site, such as Europe/Berlin; default: UTC
  --title NAME       of the calendar; default: Events
  --base-url URL     public address: links begin with it
  --help`

export const mcpCommand: Command = {
  help: HELP,
  summary: 'tools for an assistant on this machine',
  async run(args, untilInterrupted) {
    const { values } = readArguments({
      args,
      options: {
        ...DATABASE,
        role: { type: 'string', default: 'subscriber' },
        user: { type: 'string', default: '1' },
        timezone: { type: 'string' },
        title: { type: 'string' },
        'base-url': { type: 'string' },
      },
    })
    const role = ROLES.find((one) => one === values.role)
    if (role === undefined) throw new UsageError(`--role: there is no role ${values.role}.`)
    const signal = untilInterrupted()
    const database = await openDatabase(values.database, { names: values, mustExist: true })
    try {
      const { timezone, title } = values
      const options = { timezone, title, baseUrl: values['base-url'] }
      const api = openApi(database.storage, { ...CALENDAR, ...options })
      if (database.kind === 'memory') await api.migrate()
      await answerLines(asPrincipal(api, values.user, role), signal)
      await api.close()
    } finally {
      await database.close()
    }
  },
}

/** As `kalends serve` has it: all processes that write must agree on `changes`. */
const CALENDAR: EventsApiOptions = {
  changes: true,
  mcp: (api) => createMcp(api),
}

function asPrincipal(api: EventsApi, id: string, role: Role): (request: Request) => Promise<Response> {
  try {
    return api.as({ id, role })
  } catch {
    throw new UsageError(`--user: ${id} is not the ID of a user.`)
  }
}

/** Answers until stdin ends. Calls run at the same time; each answer is one line. */
async function answerLines(
  fetch: (request: Request) => Promise<Response>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Map<unknown, Sent>()
  const lines = createInterface({ input: process.stdin, signal })
  const all = new Set<Promise<void>>()
  for await (const line of lines) {
    if (line.trim() === '') continue
    const work = answerLine(line, fetch, running, (text) => process.stdout.write(`${text}\n`))
    all.add(work)
    void work.finally(() => all.delete(work))
  }
  await Promise.all(all)
}

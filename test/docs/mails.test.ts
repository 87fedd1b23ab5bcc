import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { EventsApi, SuggestionNotice } from 'kalends'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BlockModules, blockModules } from './block-module.ts'

/*
 * The mails of docs/suggestions.md, sent by nodemailer to a server: who gets which, and that no suggestion adds a recipient or
 * a header field.
 */

interface Mail {
  readonly recipients: readonly string[]
  /** Header fields as they came, unfolded. */
  readonly fields: readonly string[]
  readonly body: string
}

const mails: Mail[] = []
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  let text = ''
  let recipients: string[] = []
  let isData = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 mail.test')
  socket.on('error', () => {})
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece
    for (;;) {
      const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const part = text.slice(0, end)
      text = text.slice(end + (isData ? 5 : 2))
      if (isData) {
        mails.push({ recipients, ...parsed(part) })
        isData = false
        recipients = []
        say('250 taken')
      } else if (/^RCPT TO:/i.test(part)) {
        recipients.push(/<(.*)>/.exec(part)?.[1] ?? part)
        say('250 ok')
      } else if (/^DATA$/i.test(part)) {
        isData = true
        say('354 go on')
      } else if (/^QUIT$/i.test(part)) {
        say('221 bye')
        socket.end()
      } else say('250 ok')
    }
  })
})

function parsed(data: string): Pick<Mail, 'fields' | 'body'> {
  const at = data.indexOf('\r\n\r\n')
  const fields = data
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const quoted = data
    .slice(at + 4)
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return { fields, body: quoted }
}

const fieldOf = ({ fields }: Mail, name: string) =>
  fields.find((field) => field.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2)

interface Recipe {
  readonly api: EventsApi
  readonly notify: (notice: SuggestionNotice) => Promise<void>
}

let modules: BlockModules
let recipe: Recipe

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  modules = blockModules()
})

// A calendar for each test, because one address suggests five events in an hour.
beforeEach(async () => {
  // A server that listens on a port has this.
  const { port } = server.address() as AddressInfo
  vi.stubEnv('SMTP_URL', `smtp://127.0.0.1:${port}`)
  recipe = await modules.moduleOf<Recipe>('docs/suggestions.md', 'By nodemailer')
})

afterAll(async () => {
  modules.remove()
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** The next mails, in any order. */
async function arrived(count: number): Promise<readonly Mail[]> {
  await vi.waitFor(() => expect(mails.length).toBeGreaterThanOrEqual(count), { timeout: 60_000 })
  expect(mails).toHaveLength(count)
  return mails.splice(0)
}

async function ask(method: string, path: string, body: object, isEditor = false) {
  const response = await recipe.api.fetch(
    new Request(`https://town.example${recipe.api.basePath}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(isEditor ? { authorization: 'Bearer x' } : {}) },
      body: JSON.stringify(body),
    }),
  )
  const json: { id: number; edit: string; code?: string } = await response.json()
  return { status: response.status, ...json }
}

const EVENT = { title: 'Fair &amp; feast', start_date: '2031-05-04 10:00', end_date: '2031-05-04 18:00' }
const MIA = { name: 'Mia', email: 'mia@town.example', message: 'As <every> year\nin May' }

test('the sender gets the link, the editors get the suggestion, and then the sender the decision', async () => {
  const first = await ask('POST', '/suggestions', { ...EVENT, contact: MIA })
  const [link, news] = await arrived(2)
  expect(link).toMatchObject({ recipients: ['mia@town.example'] })
  expect(link?.body).toContain(first.edit)
  expect(news).toMatchObject({ recipients: ['editors@town.example'] })
  expect(news && fieldOf(news, 'reply-to')).toBe('Mia <mia@town.example>')
  expect(news?.body).toContain('Fair &amp; feast, 2031-05-04 10:00:00 to 2031-05-04 18:00:00 (')
  expect(news?.body).toContain('As &#60;every&#62; year<br>in May')

  await ask('PATCH', `/events/${first.id}`, { status: 'publish' }, true)
  const [published] = await arrived(1)
  expect(published).toMatchObject({ recipients: ['mia@town.example'] })
  expect(published && fieldOf(published, 'subject')).toBe('Your suggestion is published')

  const second = await ask('POST', '/suggestions', { ...EVENT, contact: MIA })
  await arrived(2)
  await ask('PATCH', `/events/${second.id}`, { status: 'trash', event_status_reason: 'Too far' }, true)
  const [declined] = await arrived(1)
  expect(declined?.body).toContain('We do not publish it. Too far')
})

const EVIL = [
  'Eve\r\nBcc: victim@other.example',
  'Eve\nBcc: victim@other.example\n\nNew body',
  'Eve\u2028Bcc: victim@other.example',
  'Eve" <victim@other.example>, "x',
  '=?utf-8?q?Eve?= <victim@other.example>',
  '<script>alert(1)</script>',
]

/** One recipient, the fields of every mail, and nothing of the stranger in others. */
function expectSafe(mail: Mail | undefined, recipient: string): void {
  expect(mail?.recipients).toEqual([recipient])
  const names = mail?.fields.map((field) => field.split(':', 1)[0]?.toLowerCase()).sort()
  const usual = ['content-transfer-encoding', 'content-type', 'date', 'from', 'message-id', 'mime-version']
  const own = mail && fieldOf(mail, 'reply-to') === undefined ? [] : ['reply-to']
  expect(names).toEqual([...usual, ...own, 'subject', 'to'].sort())
  expect(mail?.body).not.toContain('<script')
}

test.each(EVIL)('a suggestion of %j reaches nobody else', async (text) => {
  const contact = { name: text, email: 'eve@town.example', message: text }
  const answer = await ask('POST', '/suggestions', { ...EVENT, title: `Fair ${text}`, contact })
  expect(answer.status).toBe(201)
  const [link, news] = await arrived(2)
  expectSafe(link, 'eve@town.example')
  expectSafe(news, 'editors@town.example')
})

test('an address that is several, or has a line break, is refused before any mail', async () => {
  for (const email of [
    'eve@town.example, victim@other.example',
    'eve@town.example\r\nBcc: victim@other.example',
    'Eve <eve@town.example>',
    '<victim@other.example>eve@town.example',
  ]) {
    const answer = await ask('POST', '/suggestions', { ...EVENT, contact: { ...MIA, email } })
    expect([email, answer.status, answer.code]).toEqual([email, 400, 'rest_invalid_param'])
  }
  expect(mails).toEqual([])
})

test.each(EVIL)(
  'the recipe itself is safe with a name of %j, whatever the calendar lets through',
  async (name) => {
    await recipe.notify({
      ...{
        type: 'came',
        id: 1,
        title: 'Fair',
        start_date: '2031-05-04 10:00:00',
        ...{ end_date: '2031-05-04 12:00:00', all_day: false, timezone: 'UTC' },
        edit: 'https://town.example/e',
      },
      contact: { name, email: 'eve@town.example', message: name },
    })
    const [link, news] = await arrived(2)
    expectSafe(link, 'eve@town.example')
    expectSafe(news, 'editors@town.example')
  },
)

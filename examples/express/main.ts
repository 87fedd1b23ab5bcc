import { randomUUID } from 'node:crypto'
import express, { type Request } from 'express'
import { createEventsApi, type Principal } from 'kalends'
import { type NodeHost, toNodeListener } from 'kalends/adapters/node'
import { betterSqlite3 } from 'kalends/adapters/sql/better-sqlite3'
import { createClient } from 'kalends/client'
import { sqlStorage } from 'kalends/storage/sql'
import Database from 'libsql'

/*
 * An app that was there before: its users, its sessions, a page, a route, a parser. The calendar is mounted beside
 * them and asks the app's session who writes.
 */

// —— The app's own: a database, users, sessions ——————————————————————————————————————————————————————————————

const db = new Database(process.env.DATABASE ?? ':memory:', { timeout: 5000 })
db.pragma('journal_mode = wal')

interface User extends Principal {
  readonly name: string
}
const USERS: readonly User[] = [
  { id: 1, role: 'editor', name: 'ada' },
  { id: 2, role: 'contributor', name: 'bob' },
]
const sessions = new Map<string, User>()
const users = new WeakMap<object, User>()

// —— The calendar ————————————————————————————————————————————————————————————————————————————————————————————

// In the app's database, in tables of its own.
const api = createEventsApi<NodeHost>(sqlStorage(betterSqlite3(db)), {
  basePath: '/calendar',
  authenticate: (_request, host) => (host && users.get(host.req)) ?? null,
  isAuthor: (id) => USERS.some((user) => user.id === id),
  onError: console.error,
})
await api.migrate()

// The app's pages ask it in process, as a visitor.
const client = createClient({ baseUrl: `http://localhost${api.basePath}`, fetch: api.fetch })

// —— The app ——————————————————————————————————————————————————————————————————————————————————————————————————

const app = express()

app.use((request, _response, next) => {
  const [, id = ''] = /(?:^|; )session=([\w-]+)/.exec(request.headers.cookie ?? '') ?? []
  const user = sessions.get(id)
  if (user) users.set(request, user)
  next()
})

// A browser sends the cookie along with what other sites make it send: those may read, and nothing else.
app.use((request, response, next) => {
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const isOurs = ['same-origin', 'none', undefined].includes(request.get('sec-fetch-site'))
  if (isReading || isOurs) next()
  else response.sendStatus(403)
})

// Behind the session, which it needs; before the parsers, which it does not.
app.use(toNodeListener(api))

app.use(express.urlencoded())

// Your login goes here. This one asks for no password.
app.post('/login', (request: Request<object, string, { name?: unknown } | undefined>, response) => {
  const user = USERS.find(({ name }) => name === request.body?.name)
  if (!user) return void response.sendStatus(401)
  const id = randomUUID()
  sessions.set(id, user)
  response.cookie('session', id, { httpOnly: true, sameSite: 'lax' }).redirect(303, '/')
})

app.get('/', async (request, response) => {
  const { items } = await client.events.list({ per_page: 20 })
  const user = users.get(request)
  response.send(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Town hall</title><h1>Town hall</h1>
<ul>${items.map(({ title, start_date }) => `<li>${start_date} ${title}</li>`).join('')}</ul>
${user ? NEW_EVENT : LOGIN}
<p><a href="${api.basePath}/doc?format=html">The calendar's interface</a></p>`)
})

const LOGIN = `<form method="post" action="/login">
<label>Your name, ada or bob: <input name="name"></label> <button>Log in</button></form>`

const NEW_EVENT = `<form id="new"><input type="hidden" name="status" value="publish"><input name="title" placeholder="Title" required>
<input name="start_date" type="datetime-local" required> <input name="end_date" type="datetime-local" required>
<button>Add</button></form>
<script>
document.getElementById('new').onsubmit = async (event) => {
  event.preventDefault()
  const body = new URLSearchParams(new FormData(event.target))
  const answer = await fetch('${api.basePath}/events', { method: 'POST', body })
  if (answer.ok) location.reload()
  else alert((await answer.json()).message)
}
</script>`

const port = process.env.PORT ?? 3000
app.listen(port, (error) => {
  if (error) throw error
  console.log(`http://localhost:${port}/, with the calendar at http://localhost:${port}${api.basePath}`)
})

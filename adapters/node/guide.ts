/** What it calls of the API; a wrapper around one fits. */
export interface GuideApi {
  readonly basePath: string
  fetch(request: Request): Response | Promise<Response>
}

export interface GuideOptions {
  /** The origin that the server listens at. */
  readonly origin: string
  /** The token for writing, if nobody chose it: one that somebody chose is not for logs, so the shell puts it in. */
  readonly token?: string | undefined
  /** A sentence on what remains when it stops. */
  readonly kept?: string | undefined
}

/** Prints what can be tried, all of it made to find something. */
export async function printGuide(api: GuideApi, { origin, token, kept }: GuideOptions): Promise<void> {
  const base = `${origin}${api.basePath}`
  const chosen = process.env.KALENDS_TOKEN?.trim()
  const given = token ?? (chosen || undefined)
  const writer = given === undefined ? undefined : await writerOf(api, given)
  const shown = token ?? '$KALENDS_TOKEN'
  // The fragment never leaves the browser, and the page takes it out of the address.
  const editor = `${base}/editor${token === undefined ? '' : `#token=${token}`}`
  const pages = `${origin}/events/`
  const hasPages = await isPage(api, '/events/')
  console.log(`
Kalends at ${base}
${hasPages ? `\nPages for visitors:\n  ${pages}\n` : ''}
Write events in a browser${writer === undefined || token !== undefined ? '' : `, with the token ${shown}`}:
  ${editor}

Look around; without a token you are a visitor, who reads what is published:
${(await urlsToTry(api)).map(([what, path]) => `  ${what.padEnd(24)} ${base}${path}`).join('\n')}
${writer === undefined ? '' : `\n${writing(base, shown, writer)}\n`}
Ctrl+C stops it.${kept === undefined ? '' : ` ${kept}`}`)
}

function writing(base: string, token: string, writer: string): string {
  const auth = `-H "Authorization: Bearer ${token}"`
  const json = '-H "Content-Type: application/json"'
  const day = monthAhead().first
  const mine = `${base}/events/by-slug/my-first-event`
  const file = token.startsWith('$') ? environmentFile() : undefined
  return `Write, as ${writer}, with the token ${token}:
${file === undefined ? '' : `  . ${file}\n`}  curl -X POST ${auth} ${json} \\
    -d '{"title":"My first event","slug":"my-first-event","start_date":"${day} 19:00:00","end_date":"${day} 21:00:00","venue":{"venue":"My kitchen"}}' \\
    "${base}/events"
  curl -X PATCH ${auth} ${json} -d '{"cost":"$10 - $25","featured":true}' "${mine}"
  curl -X DELETE ${auth} "${mine}"`
}

/** Whether visitors get a page there: the API may have some by its option `site`. */
async function isPage(api: GuideApi, path: string): Promise<boolean> {
  const response = await api.fetch(new Request(`http://localhost${path}`))
  return response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html')
}

/** Who has the token, in words; `undefined` if it opens nothing. */
async function writerOf(api: GuideApi, token: string): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${token}` }
  const me = await answerOf(api, new Request(`http://localhost${api.basePath}/me`, { headers }))
  const { user, role } = isRecord(me) ? me : {}
  return isRecord(user) ? `${String(role)} with ID ${String(user.id)}` : undefined
}

/** The file that Node reads the environment from, as a shell takes it: the variables of this process are not the shell's. */
function environmentFile(): string | undefined {
  const [, file] = /^--env-file(?:-if-exists)?=(.+)$/.exec(process.execArgv.join('\n')) ?? []
  return file === undefined || file.startsWith('/') ? file : `./${file}`
}

/** Made from what the calendar holds, so that each finds something in a loaded file, too. */
async function urlsToTry(api: GuideApi): Promise<[what: string, path: string][]> {
  const [event] = await firstOf(api, 'events', 'featured=true')
  // A calendar that was kept for long, or a file, may be over.
  const [any] = event ? [event] : await firstOf(api, 'events', 'start_date=1970-01-01')
  const [venue] = await firstOf(api, 'venues')
  const [category] = await firstOf(api, 'categories')
  const { first, last } = monthAhead()
  const title = String(any?.title ?? 'music').replace(/&[^&;]+;/g, ' ')
  const [word] = title.match(/\p{L}{4,}/gu) ?? ['music']
  const urls: [what: string, path: string | undefined][] = [
    ['from yesterday on', '/events?per_page=5'],
    ['search', `/events?search=${encodeURIComponent(word.toLowerCase())}`],
    ['of one category', category && `/events?categories=${encodeURIComponent(String(category.slug))}`],
    ['next month', `/events?start_date=${first}&end_date=${last}`],
    ['one event by its slug', any && `/events/by-slug/${String(any.slug)}`],
    ['one venue', venue && `/venues/${String(venue.id)}`],
    ['organizers', '/organizers'],
    ['categories, with parents', '/categories?hide_empty=0&per_page=50'],
    ['by title, Z to A', '/events?orderby=title&order=desc'],
    ['as iCalendar', '/events.ics'],
    ['OpenAPI document', '/doc'],
    ['index of the routes', '/'],
  ]
  // An empty calendar has none of some.
  return urls.flatMap(([what, path]) => (path === undefined ? [] : [[what, path]]))
}

async function firstOf(api: GuideApi, what: string, query = ''): Promise<Record<string, unknown>[]> {
  const url = `http://localhost${api.basePath}/${what}?per_page=1&${query}`
  const answer = await answerOf(api, new Request(url))
  const list = isRecord(answer) ? answer[what] : undefined
  return Array.isArray(list) ? list.filter(isRecord) : []
}

/** `undefined` without an answer: what keeps the calendar from answering is told with the first request. */
async function answerOf(api: GuideApi, request: Request): Promise<unknown> {
  try {
    return await (await api.fetch(request)).json()
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** First and last day of the month after this one. */
function monthAhead(): { first: string; last: string } {
  const now = new Date()
  const day = (month: number, date: number) =>
    new Date(Date.UTC(now.getFullYear(), month, date)).toISOString().slice(0, 10)
  return { first: day(now.getMonth() + 1, 1), last: day(now.getMonth() + 2, 0) }
}

import type { Facts } from './calendars.ts'

/*
 * What the program answers itself, for the suite: what came in, what `authenticate` learned, what became of work.
 *
 *   ANY  url             the request as the program got it: method, URL, cookies
 *   ANY  body            the bytes of its body
 *   GET  cookies         an answer with two cookies
 *   GET  endless/{key}   an answer without an end
 *   GET  left/{key}      whether the client of that answer was seen to leave
 *   GET  facts/{key}     what `authenticate` got with the request that had `x-facts: {key}`
 *   POST work/{key}      lets the work end that a request began with `x-work: {key}`; with `fail` in the key it fails
 *   GET  work/{key}      whether it has ended
 *   GET  errors          the messages of what `onError` was told
 */

/** Not `Response.json`, whose content type differs. */
const json = (value: unknown): Response =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

/** How long work waits to be let end, in steps of 5 ms. */
const STEPS = 2000

export function createProgramRoutes(prefix: string) {
  const facts = new Map<string, unknown>()
  const work = new Map<string, 'waiting' | 'let' | 'done'>()
  const left = new Set<string>()
  const errors: string[] = []

  /** A timer between the looks: some hosts end work that waits for nothing. */
  async function workFor(key: string): Promise<void> {
    for (let step = 0; step < STEPS && work.get(key) !== 'let'; step++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    work.set(key, 'done')
    if (key.includes('fail')) throw new Error(`work ${key}`)
  }

  function endless(key: string): Response {
    const line = new TextEncoder().encode('more\n'.repeat(1000))
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 1))
        controller.enqueue(line)
      },
      cancel() {
        left.add(key)
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/plain' } })
  }

  function cookies(): Response {
    const response = new Response('two cookies', { headers: { 'content-type': 'text/plain' } })
    response.headers.append('set-cookie', 'a=1; Path=/; Expires=Mon, 01 Mar 2027 12:00:00 GMT')
    response.headers.append('set-cookie', 'b=2; HttpOnly')
    return response
  }

  async function answerTo(request: Request, name: string, key: string): Promise<Response> {
    const { method, url, headers } = request
    if (name === 'url') return json({ method, url, cookie: headers.get('cookie') })
    if (name === 'body') {
      return new Response(await request.arrayBuffer(), {
        headers: { 'content-type': 'application/octet-stream' },
      })
    }
    if (name === 'cookies') return cookies()
    if (name === 'endless') return endless(key)
    if (name === 'left') return json(left.has(key))
    if (name === 'facts') return json(facts.get(key) ?? null)
    if (name === 'errors') return json(errors)
    if (name !== 'work') return new Response(null, { status: 404 })
    if (method === 'POST') work.set(key, 'let')
    return json(work.get(key) ?? null)
  }

  return {
    /** `undefined` for what is the calendar's. */
    async answer(request: Request): Promise<Response | undefined> {
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith(prefix)) return undefined
      const [name = '', key = ''] = pathname.slice(prefix.length).split('/')
      return answerTo(request, name, key)
    },
    /** Called by `authenticate`. */
    note({ headers }: Request, host: Facts | undefined): void {
      const noted = headers.get('x-facts')
      if (noted !== null) {
        facts.set(noted, { ip: host?.ip ?? null, waitUntil: typeof host?.waitUntil })
      }
      const key = headers.get('x-work')
      if (key === null) return
      work.set(key, 'waiting')
      host?.waitUntil?.(workFor(key))
    },
    onError(error: unknown): void {
      errors.push(error instanceof Error ? error.message : String(error))
    },
  }
}

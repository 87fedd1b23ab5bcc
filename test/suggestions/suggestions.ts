import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Storage } from '../../src/storage/contract.ts'
import { at, eventOf, idOf } from '../routes/calendar.ts'
import { type Opened, open, type Calendar as SharedCalendar } from '../setup/shared-calendar.ts'
import {
  AUTHOR,
  CONTACT,
  newAddress,
  newContact,
  openPublic,
  type Public,
  SECRETS,
  suggested,
} from './suggesting.ts'

/* Events that the public suggests, through the API, on one storage. */

export const suggestionsIn = (calendar: SharedCalendar): void => suggestionsOn(() => open(calendar))

/** As many requests at once as a calendar must bear. */
const MANY = 500

export function suggestionsOn(openStorage: () => Opened | Promise<Opened>): void {
  let storage: Storage
  let close: Opened['close']
  let site: Public
  beforeAll(async () => {
    const opened = await openStorage()
    storage = opened.storage
    close = opened.close
    await storage.migrate()
    site = openPublic(storage, { changes: true, limits: { pending: 1_000_000 } })
  })
  afterAll(() => close())

  const ask: Public['ask'] = (...request) => site.ask(...request)
  const suggest: Public['suggest'] = (...request) => site.suggest(...request)
  const staff = (method: string, path: string, body?: unknown) => site.calendar.ask(method, path, body)
  const stateOf = async ({ id, secret }: { id: number; secret: string }) =>
    (await ask('GET', `/suggestions/${id}`, undefined, { secret })).body
  const told = (id: number) => site.notices.filter((notice) => notice.id === id)

  test('it waits, belongs to the author of the option, and is in no list of visitors', async () => {
    const { id, edit, secret } = await suggest({
      venue: 'Barn of suggestions',
      organizer: ['Choir of suggestions', 'Band of suggestions'],
      cost: '$5',
      website: 'https://harvest.example/',
      description: '<p>Bring <b>bread</b>.</p><script>alert(1)</script>',
    })
    expect(edit).toMatch(new RegExp(`/suggestions/${id}/edit#${secret}$`))
    const { body } = await staff('GET', `/events/${id}`)
    expect(body).toMatchObject({ status: 'pending', author: String(AUTHOR), title: 'Harvest supper' })
    expect(String(body.description)).not.toContain('script')
    expect(at(body, 'venue', 'status')).toBe('pending')
    expect(at(body, 'suggestion', 'contact', 'name')).toBe(CONTACT.name)
    expect((await site.calendar.ask('GET', `/events/${id}`, undefined, 'visitor')).status).toBe(403)
    const list = await site.calendar.ask('GET', '/events?per_page=50', undefined, 'visitor')
    expect(list.text).not.toContain('Harvest supper')
    expect(await stateOf({ id, secret })).toMatchObject({
      ...{ state: 'pending', id, title: 'Harvest supper', venue: 'Barn of suggestions' },
      organizer: ['Choir of suggestions', 'Band of suggestions'],
      contact: { name: CONTACT.name },
    })
    expect(told(id)).toMatchObject([{ type: 'came', title: 'Harvest supper', edit }])
  })

  test('published, its sender reads where; what came with it is public, too', async () => {
    const sent = await suggest({ venue: 'Loft of suggestions' })
    expect((await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })).status).toBe(200)
    const event = await site.calendar.ask('GET', `/events/${sent.id}`, undefined, 'visitor')
    expect(at(event.body, 'venue', 'venue')).toBe('Loft of suggestions')
    expect(await stateOf(sent)).toEqual({ state: 'published', url: event.body.url })
    expect(told(sent.id).map(({ type }) => type)).toEqual(['came', 'published'])
    expect(told(sent.id)[1]?.url).toBe(event.body.url)
    const change = await ask('PATCH', `/suggestions/${sent.id}`, { title: 'Mine' }, sent)
    expect([change.status, change.body.code]).toEqual([409, 'rest_suggestion_decided'])
    expect((await ask('DELETE', `/suggestions/${sent.id}`, undefined, sent)).status).toBe(409)
    await staff('PATCH', `/events/${sent.id}`, { status: 'pending' })
    const later = await ask('PATCH', `/suggestions/${sent.id}`, { title: 'Mine' }, sent)
    expect(later.status).toBe(409)
    expect((await ask('GET', `/suggestions/${sent.id}`, undefined, sent)).status).toBe(410)
  })

  test('declined, its sender reads why; what came with it goes into the trash, unless others use it', async () => {
    const sent = await suggest({ venue: 'Shed of suggestions', organizer: 'Guild of suggestions' })
    const { body } = await staff('GET', `/events/${sent.id}`)
    const [venue, organizer] = [Number(at(body, 'venue', 'id')), Number(at(body, 'organizer', 0, 'id'))]
    await staff('POST', '/events', eventOf({ organizer }))
    await staff('PATCH', `/events/${sent.id}`, { event_status_reason: 'Not in our town' })
    expect((await stateOf(sent)).state).toBe('pending')
    await staff('DELETE', `/events/${sent.id}`)
    expect(await stateOf(sent)).toEqual({ state: 'declined', reason: 'Not in our town' })
    expect(told(sent.id).at(-1)).toMatchObject({ type: 'declined', reason: 'Not in our town' })
    expect((await staff('GET', `/venues/${venue}`)).body.status).toBe('trash')
    expect((await staff('GET', `/organizers/${organizer}`)).body.status).toBe('pending')
    await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
    expect((await stateOf(sent)).state).toBe('published')
    expect((await staff('GET', `/venues/${venue}`)).body.status).toBe('publish')
  })

  test('in the trash it is declined, with the reason of the same write; published later, it is published', async () => {
    const sent = await suggest()
    await staff('PATCH', `/events/${sent.id}`, { status: 'trash', event_status_reason: 'No room' })
    expect(await stateOf(sent)).toEqual({ state: 'declined', reason: 'No room' })
    expect(told(sent.id).at(-1)).toMatchObject({ type: 'declined', reason: 'No room' })
    await staff('PATCH', `/events/${sent.id}`, { event_status_reason: 'No room in May' })
    expect(await stateOf(sent)).toEqual({ state: 'declined', reason: 'No room in May' })
    expect(at((await staff('GET', `/events/${sent.id}`)).body, 'suggestion', 'reason')).toBe('No room in May')
    await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
    expect((await stateOf(sent)).state).toBe('published')
    expect(told(sent.id).map(({ type }) => type)).toEqual(['came', 'declined', 'published'])
  })

  test.each(['draft', 'private'])(
    'a %s still waits: its sender changes it, withdraws it, and hears of the decision',
    async (status) => {
      const before = await site.waiting()
      const [sent, other] = [await suggest({ venue: `Crypt of a ${status}` }), await suggest()]
      for (const { id } of [sent, other]) {
        const saved = await staff('PATCH', `/events/${id}`, { status, author: 1, title: 'Corrected' })
        expect(saved.status, saved.text).toBe(200)
      }
      expect(await stateOf(sent)).toMatchObject({ state: 'pending', title: 'Corrected' })
      const answer = await ask('PATCH', `/suggestions/${sent.id}`, { title: 'Changed' }, sent)
      expect([answer.status, answer.body.state, answer.body.title]).toEqual([200, 'pending', 'Changed'])
      expect((await staff('GET', `/events/${sent.id}`)).body).toMatchObject({ status, author: '1' })
      expect(await site.waiting()).toBe(before + 2)
      expect((await ask('DELETE', `/suggestions/${other.id}`, undefined, other)).status).toBe(200)
      expect((await staff('GET', `/events/${other.id}`)).status).toBe(404)
      await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
      expect((await stateOf(sent)).state).toBe('published')
      expect(told(sent.id).map(({ type }) => type)).toEqual(['came', 'changed', 'published'])
      const { body } = await site.calendar.ask('GET', `/events/${sent.id}`, undefined, 'visitor')
      expect(at(body, 'venue', 'venue')).toBe(`Crypt of a ${status}`)
      expect(await site.waiting()).toBe(before)
    },
  )

  describe('sent again', () => {
    const KEY = () => `key-${newContact().email}`
    const MINE = 'abcdefghijklmnopqrstuv-_0123456789'
    const send = async (body: object, headers: Readonly<Record<string, string>>, verify = true) => {
      const { calendar } = verify ? site : refusing
      const { API } = await import('../routes/calendar.ts')
      const response = await calendar.api.fetch(
        new Request(`${API}/suggestions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
        { ip: newAddress() },
      )
      const answer: Record<string, unknown> = JSON.parse(await response.text())
      return { status: response.status, replayed: response.headers.get('idempotent-replayed'), answer }
    }
    let refusing: Public
    beforeAll(() => {
      refusing = openPublic(storage, { suggestions: { author: AUTHOR, verify: () => false } })
    })

    test('with its key and secret, it is the same one, and answered as the first time', async () => {
      const before = await site.waiting()
      const body = suggested({ contact: newContact() })
      const headers = { 'idempotency-key': KEY(), 'x-suggestion-secret': MINE }
      const first = await send(body, headers)
      expect([first.status, first.answer.secret, first.replayed]).toEqual([201, MINE, null])
      const again = await send({ ...body, captcha: 'another' }, headers, false)
      expect(again).toEqual({ ...first, replayed: 'true' })
      const { id } = first.answer
      for (const secret of [undefined, `${MINE}x`]) {
        const other = secret === undefined ? {} : { 'x-suggestion-secret': secret }
        const strange = await send(body, { 'idempotency-key': headers['idempotency-key'], ...other })
        expect(strange.answer).toEqual({ id, state: 'pending' })
      }
      const reused = await send({ ...body, title: 'Another' }, headers)
      expect([reused.status, reused.answer.code]).toEqual([422, 'rest_idempotency_key_reused'])
      expect(await site.waiting()).toBe(before + 1)
      expect(told(Number(id)).map(({ type }) => type)).toEqual(['came'])
      const path = `/suggestions/${id}`
      expect((await ask('GET', path, undefined, { secret: MINE })).body.state).toBe('pending')
      expect((await ask('DELETE', path, undefined, { secret: MINE })).status).toBe(200)
      expect((await send(body, headers)).answer).toEqual({ id, state: 'withdrawn' })
    })

    test('many times at once, it is one', async () => {
      const before = await site.waiting()
      const body = suggested({ contact: newContact() })
      const headers = { 'idempotency-key': KEY(), 'x-suggestion-secret': MINE }
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(body, headers)))
      expect(new Set(answers.map(({ status, answer }) => `${status} ${answer.id}`)).size).toBe(1)
      expect(await site.waiting()).toBe(before + 1)
    })

    test('a secret that could be guessed, and a key that is none, are refused', async () => {
      for (const secret of ['short', 'a'.repeat(87), `${MINE} `.repeat(2), 'ä'.repeat(30)]) {
        const answer = await send(suggested(), { 'x-suggestion-secret': encodeURI(secret) })
        expect([secret, answer.status]).toEqual([secret, 400])
        expect(at(answer.answer, 'data', 'params', 'X-Suggestion-Secret')).toBeDefined()
      }
      expect((await send(suggested(), { 'idempotency-key': 'a b' })).status).toBe(400)
    })
  })

  test('what is over is refused, also as a change; what goes on is not', async () => {
    const past = { start_date: '2027-02-01 18:00', end_date: '2027-02-01 22:00' }
    const answer = await ask('POST', '/suggestions', suggested({ ...past, contact: newContact() }))
    expect([answer.status, answer.body.code]).toEqual([400, 'rest_invalid_param'])
    expect(Object.keys(Object(at(answer.body, 'data', 'params')))).toEqual(['end_date'])
    const sent = await suggest({ start_date: '2027-02-01', end_date: '2027-03-02' })
    const change = await ask('PATCH', `/suggestions/${sent.id}`, past, sent)
    expect([change.status, change.body.code]).toEqual([400, 'rest_invalid_param'])
    expect((await ask('PATCH', `/suggestions/${sent.id}`, { title: 'Goes on' }, sent)).status).toBe(200)
  })

  test('notices say when it is: whole days, end and zone', async () => {
    const { id } = await suggest({ all_day: true, timezone: 'Europe/Vienna' })
    const when = { all_day: true, timezone: 'Europe/Vienna', end_date: '2027-09-18 23:59:59' }
    expect(told(id)).toMatchObject([{ type: 'came', ...when }])
    await staff('PATCH', `/events/${id}`, { status: 'publish' })
    expect(told(id)).toMatchObject([{}, { type: 'published', ...when }])
  })

  describe('what it names no more', () => {
    const named = (path: string) =>
      site.calendar.ask('GET', `${path}&per_page=50`, undefined, 'editor').then(({ text }) => text)
    const venueOf = async (id: number) =>
      Number(at((await staff('GET', `/events/${id}`)).body, 'venue', 'id'))

    test('goes with the change of its sender, and is not published with it', async () => {
      const sent = await suggest({ venue: 'BUY PILLS', organizer: ['Pills Inc', 'Ensemble of Nowhere'] })
      const venue = await venueOf(sent.id)
      const change = { venue: 'Granary of suggestions', organizer: ['Ensemble of Nowhere'] }
      expect((await ask('PATCH', `/suggestions/${sent.id}`, change, sent)).status).toBe(200)
      expect((await staff('GET', `/venues/${venue}`)).status).toBe(404)
      await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
      expect(await named('/venues?search=pills')).not.toContain('PILLS')
      expect(await named('/organizers?search=pills')).not.toContain('Pills Inc')
      expect(await named('/organizers?search=nowhere&status=publish')).toContain('Ensemble of Nowhere')
    })

    test('goes into the trash if an editor names another place, also with the write that publishes', async () => {
      const [first, second] = [
        await suggest({ venue: 'Cheap pills' }),
        await suggest({ venue: 'More pills' }),
      ]
      const hall = await site.calendar.make('venues', { venue: 'Hall of editors' })
      const venues = [await venueOf(first.id), await venueOf(second.id)]
      await staff('PATCH', `/events/${first.id}`, { venue: hall })
      expect((await staff('GET', `/venues/${venues[0]}`)).body.status).toBe('trash')
      await staff('PATCH', `/events/${first.id}`, { status: 'publish' })
      await staff('PATCH', `/events/${second.id}`, { status: 'publish', venue: hall })
      for (const id of venues) expect((await staff('GET', `/venues/${id}`)).body.status).toBe('trash')
    })

    test('stays, and waits with the suggestion that names it, if another one does', async () => {
      const [first, second] = [
        await suggest({ venue: 'Shared barn' }),
        await suggest({ venue: 'Shared barn' }),
      ]
      const venue = await venueOf(first.id)
      expect(await venueOf(second.id)).toBe(venue)
      await ask('PATCH', `/suggestions/${first.id}`, { venue: 'Barn of its own' }, first)
      expect((await staff('GET', `/venues/${venue}`)).body.status).toBe('pending')
      await staff('PATCH', `/events/${second.id}`, { status: 'publish' })
      expect((await staff('GET', `/venues/${venue}`)).body.status).toBe('publish')
    })

    test('of a series goes with all its dates, and so does a series that is withdrawn', async () => {
      const fields = ['venue', 'recurrence'] as const
      const open = openPublic(storage, { suggestions: { author: AUTHOR, fields } })
      const body = suggested({
        contact: newContact(),
        venue: 'Weekly pills',
        recurrence: { rrule: 'FREQ=WEEKLY;COUNT=40' },
      })
      const answer = await open.ask('POST', '/suggestions', body)
      expect(answer.status, answer.text).toBe(201)
      const sent = { id: idOf(answer.body), secret: String(at(answer.body, 'secret')) }
      const venue = await venueOf(sent.id)
      const change = await open.ask('PATCH', `/suggestions/${sent.id}`, { venue: 'Weekly barn' }, sent)
      expect(change.status, change.text).toBe(200)
      expect((await staff('GET', `/venues/${venue}`)).status).toBe(404)
      const barn = await venueOf(sent.id)
      expect((await open.ask('DELETE', `/suggestions/${sent.id}`, undefined, sent)).status).toBe(200)
      expect((await staff('GET', `/venues/${barn}`)).status).toBe(404)
    })

    test('is nothing after many changes: one click publishes what it names then', async () => {
      const sent = await suggest({ venue: 'Pills 0' })
      for (let change = 1; change <= 12; change++) {
        const organizer = Array.from({ length: 3 }, (_, at) => `Pills ${change} by ${at}`)
        const answer = await ask(
          'PATCH',
          `/suggestions/${sent.id}`,
          { venue: `Pills ${change}`, organizer },
          sent,
        )
        expect(answer.status, answer.text).toBe(200)
      }
      const [document] = await storage.get('extra', [sent.id])
      const { linked } = JSON.parse(document?.data ?? '{}')
      expect([linked.venue.length, linked.organizer.length]).toEqual([1, 3])
      const published = await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
      expect(published.status, published.text).toBe(200)
      const venues = await site.calendar.ask('GET', '/venues?search=pills', undefined, 'visitor')
      expect([at(venues.body, 'total'), at(venues.body, 'venues', 0, 'venue')]).toEqual([1, 'Pills 12'])
      const organizers = await site.calendar.ask('GET', '/organizers?search=pills', undefined, 'visitor')
      expect(at(organizers.body, 'total')).toBe(3)
      expect((await staff('DELETE', `/events/${sent.id}`)).status).toBe(200)
      expect((await staff('DELETE', `/events/${sent.id}?force=true`)).status).toBe(200)
    })
  })

  test('its sender changes it while it waits, field by field', async () => {
    const sent = await suggest({ venue: 'Attic of suggestions', cost: '$5' })
    const answer = await ask(
      ...(['PATCH', `/suggestions/${sent.id}`] as const),
      { title: 'Spring supper', venue: 'Roof of suggestions', author: 1, status: 'publish', featured: true },
      sent,
    )
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ state: 'pending', title: 'Spring supper', cost: '$5' })
    const { body } = await staff('GET', `/events/${sent.id}`)
    expect(body).toMatchObject({ status: 'pending', author: String(AUTHOR), featured: false })
    expect(told(sent.id).at(-1)).toMatchObject({ type: 'changed', title: 'Spring supper' })
    const other = await ask('PATCH', `/suggestions/${sent.id}`, { contact: { email: 'a@b.example' } }, sent)
    expect([other.status, at(other.body, 'data', 'params', 'contact') !== undefined]).toEqual([400, true])
    const message = { ...told(sent.id)[0]?.contact, message: 'A new word' }
    expect((await ask('PATCH', `/suggestions/${sent.id}`, { contact: message }, sent)).status).toBe(200)
    expect(at((await staff('GET', `/events/${sent.id}`)).body, 'suggestion', 'contact', 'message')).toBe(
      'A new word',
    )
  })

  test('withdrawn, nothing of it stays, and it was never there', async () => {
    const sent = await suggest({ venue: 'Cave of suggestions' })
    const venue = Number(at((await staff('GET', `/events/${sent.id}`)).body, 'venue', 'id'))
    const answer = await ask('DELETE', `/suggestions/${sent.id}`, undefined, sent)
    expect([answer.status, answer.body]).toEqual([200, { state: 'withdrawn' }])
    expect((await staff('GET', `/events/${sent.id}`)).status).toBe(404)
    expect((await staff('GET', `/venues/${venue}`)).status).toBe(404)
    const unknown = await ask('GET', '/suggestions/987654321', undefined, sent)
    const gone = await ask('GET', `/suggestions/${sent.id}`, undefined, sent)
    expect([gone.status, gone.text]).toEqual([404, unknown.text])
    expect(told(sent.id).map(({ type }) => type)).toEqual(['came', 'withdrawn'])
  })

  test('a wrong secret, none, that of another, and an ID that there is not are the same 404', async () => {
    const sent = await suggest()
    const other = await suggest()
    const event = idOf((await staff('POST', '/events', eventOf())).body)
    const answers = []
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { title: 'Stolen' } : undefined
      for (const from of [{}, { secret: '' }, { secret: other.secret }, { secret: `${sent.secret}0` }])
        answers.push(await ask(method, `/suggestions/${sent.id}`, body, from))
      for (const id of [event, 0, 987654321, '9'.repeat(30)])
        answers.push(await ask(method, `/suggestions/${id}`, body, sent))
    }
    const texts = new Set(answers.filter(({ body }) => body.code !== 'rest_no_route').map(({ text }) => text))
    expect(texts.size).toBe(1)
    expect(answers.every(({ status }) => status === 404)).toBe(true)
    expect((await staff('GET', `/events/${sent.id}`)).body.title).toBe('Harvest supper')
  })

  test('deleted for good, it is declined, and its contact is gone from the storage', async () => {
    const sent = await suggest()
    await staff('DELETE', `/events/${sent.id}?force=true`)
    expect(await stateOf(sent)).toEqual({ state: 'declined', reason: '' })
    expect(told(sent.id).at(-1)).toMatchObject({ type: 'declined', contact: { name: CONTACT.name } })
    const [document] = await storage.get('extra', [sent.id])
    for (const word of SECRETS) expect(document?.data).not.toContain(word)
  })

  test('two who decide at the same time: one decision, and the count is right', async () => {
    const before = await site.waiting()
    const all = await Promise.all(Array.from({ length: 6 }, () => suggest()))
    expect(await site.waiting()).toBe(before + 6)
    const answers = await Promise.all(
      all.flatMap((sent, at) => [
        staff('PATCH', `/events/${sent.id}`, { status: 'publish' }),
        at % 2 === 0
          ? ask('DELETE', `/suggestions/${sent.id}`, undefined, sent)
          : ask('PATCH', `/suggestions/${sent.id}`, { title: 'Late change' }, sent),
      ]),
    )
    for (const { status, text } of answers) expect([200, 404, 409], text).toContain(status)
    expect(await site.waiting()).toBe(before)
    const note = await storage.find('extra', {
      where: [{ key: 'owner', in: ['waiting'] }],
      order: 'id',
      limit: 1,
    })
    expect(at(JSON.parse(note[0]?.data ?? '{}'), 'waiting')).toBe(before)
  })

  test('in a batch, in bulk and by a purge of the trash, the count is right as well', async () => {
    const before = await site.waiting()
    const [one, two, three] = [await suggest(), await suggest(), await suggest()]
    const batch = await staff('POST', '/batch', {
      atomic: true,
      requests: [
        { method: 'PATCH', path: `/events/${one.id}`, body: { status: 'publish' } },
        { method: 'DELETE', path: `/events/${two.id}` },
        { method: 'DELETE', path: `/events/${three.id}?force=true` },
      ],
    })
    expect(batch.status, batch.text).toBe(207)
    expect(await site.waiting()).toBe(before)
    expect(told(one.id).at(-1)?.type).toBe('published')
    expect(told(two.id).at(-1)?.type).toBe('declined')
    expect((await stateOf(three)).state).toBe('declined')
  })

  test(`${MANY} at once: exactly as many wait as may, for two processes over one calendar`, async () => {
    const before = await site.waiting()
    const room = 7
    const limits = { pending: before + room }
    const [here, there] = [openPublic(storage, { limits }), openPublic(storage, { limits })]
    const sending = Array.from({ length: MANY }, (_, at) =>
      (at % 2 === 0 ? here : there).ask('POST', '/suggestions', suggested({ contact: newContact() })),
    )
    const statuses = (await Promise.all(sending)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 429]))
    expect(statuses.filter((status) => status === 201)).toHaveLength(room)
    expect(await site.waiting()).toBe(before + room)
    const [sent] = await storage.find('extra', {
      where: [{ key: 'labels', in: ['pending'] }],
      order: 'id',
      reverse: true,
      limit: 1,
    })
    await staff('DELETE', `/events/${sent?.id}`)
    const next = await here.ask('POST', '/suggestions', suggested({ contact: newContact() }))
    expect(next.status, next.text).toBe(201)
    expect((await there.ask('POST', '/suggestions', suggested({ contact: newContact() }))).status).toBe(429)
  })

  test('an address sends five in an hour, an e-mail address twenty, for two processes over one calendar', async () => {
    const [here, there] = [openPublic(storage), openPublic(storage)]
    const send = (site: Public, contact: object, ip: string) =>
      site.ask('POST', '/suggestions', suggested({ contact }), { ip })
    const same = await Promise.all(
      Array.from({ length: 9 }, (_, at) => send(at % 2 === 0 ? here : there, newContact(), '203.0.113.77')),
    )
    expect(same.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = same.find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBe(3600)
    const contact = newContact()
    const one = await Promise.all(
      Array.from({ length: 23 }, (_, at) =>
        send(
          at % 2 === 0 ? here : there,
          { ...contact, email: at % 3 === 0 ? contact.email : contact.email.toUpperCase() },
          `198.51.100.${at}`,
        ),
      ),
    )
    expect(one.filter(({ status }) => status === 201)).toHaveLength(20)
    here.calendar.setTime('2027-03-01T13:00:01Z')
    expect((await send(here, contact, '203.0.113.77')).status).toBe(201)
  })

  describe('90 days after the decision', () => {
    test('the contact is shown to nobody, then purged, and the link says that it is no more', async () => {
      const sent = await suggest()
      const waits = await suggest()
      await staff('PATCH', `/events/${sent.id}`, { status: 'publish' })
      site.calendar.setTime('2027-05-29T12:00:00Z')
      await site.calendar.api.purge({ olderThan: 30 })
      expect((await stateOf(sent)).state).toBe('published')
      site.calendar.setTime('2027-05-31T12:00:00Z')
      expect((await staff('GET', `/events/${sent.id}`)).body.suggestion).toBeUndefined()
      const before = await ask('GET', `/suggestions/${sent.id}`, undefined, sent)
      expect(before.status).toBe(410)
      await site.calendar.api.purge({ olderThan: 30 })
      expect(await storage.get('extra', [sent.id])).toEqual([])
      const after = await ask('GET', `/suggestions/${sent.id}`, undefined, sent)
      expect([after.status, after.text]).toEqual([410, before.text])
      const wrong = await ask('GET', `/suggestions/${sent.id}`, undefined, { secret: waits.secret })
      expect(wrong.status).toBe(404)
      expect((await stateOf(waits)).state).toBe('pending')
      site.calendar.setTime('2027-03-01T12:00:00Z')
    })
  })

  test('what a process without the option decides is found, and makes room', async () => {
    const sent = await suggest()
    const { openCalendar } = await import('../routes/calendar.ts')
    const elsewhere = openCalendar({ changes: true }, storage)
    await elsewhere.ask('PATCH', `/events/${sent.id}`, { status: 'publish' })
    expect((await stateOf(sent)).state).toBe('published')
    const full = openPublic(storage, { limits: { pending: await site.waiting() } })
    const answer = await full.ask('POST', '/suggestions', suggested({ contact: newContact() }))
    expect(answer.status, answer.text).toBe(201)
  })
}

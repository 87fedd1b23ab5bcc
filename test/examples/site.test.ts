import { expect, test } from 'vitest'
import { freePort } from '../setup/programs.ts'
import { run } from './command.ts'

test('three designs, each with pages, feeds and a style of its own', async () => {
  const program = run('site', { PORT: String(await freePort()), NOW: '2026-12-03T11:00:00Z' })
  const root = await program.printed(/(?<=calendars at )\S+/)
  const read = async (path: string) => {
    const response = await fetch(new URL(path, root))
    return { status: response.status, text: await response.text() }
  }
  expect((await read('/')).text).toContain('<a href="/club/events/">Harbour 12</a>')
  expect((await read('/elsewhere')).status).toBe(404)
  for (const [name, sign] of [
    ['town', '<a href="/town/library">Library</a>'],
    ['club', '<link rel="stylesheet" href="/club.css">'],
    ['museum', '<header class="bar">'],
  ] as const) {
    for (const path of ['events/', 'events/month/2026-12/', 'event/jazz-at-the-mill/', 'event/none/']) {
      const { status, text } = await read(`/${name}/${path}`)
      expect([path, status]).toEqual([path, path === 'event/none/' ? 404 : 200])
      expect(text).toContain(sign)
      expect(text).toContain('Jazz at the mill')
      for (const [, sheet = ''] of text.matchAll(/rel="stylesheet" href="([^"]*)"/g))
        expect([sheet, (await read(sheet)).status]).toEqual([sheet, 200])
    }
    expect((await read(`/${name}/vendor/events/v1/events.ics`)).text).toContain('SUMMARY:Jazz at the mill')
  }
})

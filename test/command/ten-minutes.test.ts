import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { outputOf } from '../setup/programs.ts'
import { start } from './kalends.ts'

/*
 * docs/ten-minutes.md, as its reader goes through it. `npm` is played by test/package.test.ts, the program at the end by
 * test/docs/docs.test.ts, and the keys of the editor by test/editor/.
 */

const page = readFileSync(new URL('../../docs/ten-minutes.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  lines: text.trim().split('\n'),
}))
const commands = blocks
  .filter(({ language }) => language === '')
  .flatMap(({ lines }) => lines)
  .filter((line) => !line.startsWith('npm '))
const shown = blocks.filter(({ language }) => language === 'ics').flatMap(({ lines }) => lines)
const words = (line: string) =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

test('the server prints the link to the editor, and what is published there is in the feed', async () => {
  const [serve = '', read = '', ...others] = commands
  expect(others).toEqual([])
  expect(serve).toMatch(/^node dist\/kalends\.js serve /)
  expect(read).toMatch(/^curl http:\/\/localhost:8080\//)
  expect(shown.length).toBeGreaterThan(2)

  const folder = temporaryFolder()
  const program = start(folder, words(serve).slice(2), { env: { PORT: '0', KALENDS_TOKEN: '' } })
  let text = ''
  program.stdout.on('data', (chunk) => {
    text += chunk
  })
  const ended = outputOf(program)
  while (!text.includes('Ctrl+C stops it.')) {
    const early = await Promise.race([once(program.stdout, 'data').then(() => undefined), ended])
    if (early !== undefined) throw new Error(early.errors)
  }
  const [, editor = '', token = ''] = /(http:\S+\/editor)#token=(\S+)/.exec(text) ?? []
  const opened = await fetch(editor)
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])

  const feed = async () => {
    const address = (words(read)[1] ?? '').replace('http://localhost:8080', new URL(editor).origin)
    return (await (await fetch(address)).text()).split('\r\n')
  }
  expect(await feed()).not.toContain('SUMMARY:Lantern walk')
  const event = {
    title: 'Lantern walk',
    start_date: 'tomorrow 17:00',
    end_date: 'tomorrow 18:00',
    venue: { venue: 'North bridge' },
  }
  const published = await fetch(editor.replace(/editor$/, 'events'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(published.status).toBe(201)
  expect(await feed()).toEqual(expect.arrayContaining(shown))

  program.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 0, errors: '' })
  expect(existsSync(join(folder, 'calendar.sqlite'))).toBe(true)
})

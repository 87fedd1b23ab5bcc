import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { BundledProgram } from '../setup/bundled-program.ts'
import { freePort, originOf, outputOf } from '../setup/programs.ts'
import { kalends } from './kalends.ts'

/*
 * The first steps of docs/start.md, as its reader goes through them. Packing and `npm install` are played by
 * test/package.test.ts, and the keys of the editor by test/editor/.
 */

const [page = ''] = readFileSync(new URL('../../docs/start.md', import.meta.url), 'utf8').split('\n## Before')
const blocks = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
  language,
  lines: text.trim().split('\n'),
}))
const commands = blocks.filter(({ language }) => language === '').flatMap(({ lines }) => lines)
const shown = blocks.filter(({ language }) => language === 'ics').flatMap(({ lines }) => lines)

test('the project is served, the link leads to the editor, and what is published there is in the feed', async () => {
  const [, , init = '', install, begin, read = '', ...others] = commands
  expect([install, begin, others]).toEqual(['npm install', 'npm start', []])
  expect(shown.length).toBeGreaterThan(2)

  const folder = temporaryFolder()
  const made = await kalends(folder, init.replace(/^npx --yes --package=\S+ kalends /, '').split(' '))
  expect(made).toMatchObject({ code: 0, errors: '' })
  const [, editor = '', token = ''] = /(http:\S+\/editor)#token=(\S+)/.exec(made.output) ?? []
  expect(page).toContain(new URL('.', editor).href.replace(/\/$/, ''))

  const { scripts }: { scripts: { start: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const [tool, file, server = ''] = scripts.start.split(' ')
  expect([tool, file]).toEqual(['node', '--env-file=.env'])
  const program = new BundledProgram(pathToFileURL(join(folder, server)))
  onTestFinished(() => program.remove())
  await program.build()
  const port = await freePort()
  const env = { ...process.env, PORT: `${port}` }
  const child = spawn(process.execPath, ['--env-file=.env', program.path], { cwd: folder, env })
  const ended = outputOf(child)
  onTestFinished(() => void child.kill('SIGKILL'))
  const origin = await originOf(child, port)
  const at = (address: string) => address.replace(/^http:\/\/localhost:3000/, origin)
  const opened = await fetch(at(editor))
  expect([opened.status, opened.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])

  const feed = async () => {
    return (await (await fetch(at(read.replace('curl ', '')))).text()).split('\r\n')
  }
  expect(await feed()).not.toContain('SUMMARY:Lantern walk')
  const event = {
    title: 'Lantern walk',
    start_date: 'tomorrow 17:00',
    end_date: 'tomorrow 18:00',
    venue: { venue: 'North bridge' },
  }
  const published = await fetch(at(editor).replace(/editor$/, 'events'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(published.status).toBe(201)
  expect(await feed()).toEqual(expect.arrayContaining(shown))
  // The page that one can send to a friend.
  const [, address = ''] = /its address in the calendar: (http:\S+)\. /.exec(page) ?? []
  const sent = await fetch(at(address))
  expect([address, sent.status]).toEqual(['http://localhost:3000/event/lantern-walk/', 200])
  expect(await sent.text()).toMatch(/<h1>Lantern walk<\/h1>.*North bridge/s)

  child.kill('SIGKILL')
  const { output } = await ended
  const calendar = `http://localhost:${port}/api/calendar`
  expect(output).toContain(`\nKalends at ${calendar}\n`)
  expect(output).toContain(
    `Write events in a browser, with the token $KALENDS_TOKEN:\n  ${calendar}/editor\n`,
  )
  expect(output).toContain(
    'Write, as editor with ID 1, with the token $KALENDS_TOKEN:\n  . ./.env\n  curl -X POST ',
  )
  expect(output).toContain(`\nPages for visitors:\n  http://localhost:${port}/events/\n`)
  // A token that somebody chose is not for logs.
  expect(output).not.toContain(token)
  expect(existsSync(join(folder, 'calendar.sqlite'))).toBe(true)
})

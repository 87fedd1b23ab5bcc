import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { kalends, start } from './kalends.ts'

const STATELESS = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}
const call = (id: number, method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: STATELESS, ...params } })

const linesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function calendarIn(folder: string): Promise<void> {
  const server = start(folder, ['serve', '--json', '--port', '0', '--database', 'town.sqlite'])
  const [line] = await once(createInterface({ input: server.stdout }), 'line')
  const { url, token } = JSON.parse(String(line))
  const response = await fetch(`${url}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Choir', start_date: 'tomorrow 19:00', end_date: 'tomorrow 21:00' }),
  })
  expect(response.status).toBe(201)
  server.kill('SIGINT')
  await once(server, 'close')
}

test('kalends mcp speaks messages on stdout, and nothing else', async () => {
  const folder = temporaryFolder()
  await calendarIn(folder)
  const input = [
    JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'desk', version: '1' } },
    }),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    call(2, 'server/discover'),
    call(3, 'tools/call', { name: 'find_events', arguments: { when: 'next 3 days' } }),
    call(4, 'tools/call', { name: 'créer', arguments: {} }),
    '{ no message',
    '',
  ].join('\n')
  const { code, output, errors } = await kalends(folder, ['mcp', '--database', 'town.sqlite'], { input })
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const answers = linesOf(output)
  const answerTo = (id: number) => answers.find((one) => one.id === id)
  expect(answers).toHaveLength(5)
  expect(answerTo(1).result).toMatchObject({ protocolVersion: '2025-11-25' })
  expect(answerTo(2).result).toMatchObject({ resultType: 'complete', supportedVersions: expect.any(Array) })
  expect(answerTo(3).result.structuredContent.events).toMatchObject([{ title: 'Choir' }])
  expect(answerTo(4).error.code).toBe(-32602)
  expect(answers.find(({ id }) => id === undefined).error.code).toBe(-32700)
})

test('kalends mcp writes with the role that it was given, and only then', async () => {
  const folder = temporaryFolder()
  await calendarIn(folder)
  const times = { start_date: '2030-05-09 19:00', end_date: '2030-05-09 21:00' }
  const input = `${call(1, 'tools/call', { name: 'create_event', arguments: { title: 'Band', ...times } })}\n`
  const args = ['mcp', '--database', 'town.sqlite']
  expect(linesOf((await kalends(folder, args, { input })).output)).toMatchObject([
    { id: 1, error: { code: -32602 } },
  ])
  const written = await kalends(folder, [...args, '--role', 'editor', '--user', '7'], { input })
  expect(linesOf(written.output)).toMatchObject([{ id: 1, result: { structuredContent: { written: true } } }])
})

test.each([
  [['--role', 'king'], 2, '--role: there is no role king.'],
  [['--user', '<b>'], 2, '--user: <b> is not the ID of a user.'],
  [['--timezone', 'Mars'], 2, 'Mars'],
  [['--database', 'typo.sqlite'], 1, 'there is no such file'],
])('kalends mcp %j says what is wrong on stderr', async (args, code, reason) => {
  const folder = temporaryFolder()
  const given = args.includes('--database') ? args : ['--database', 'memory', ...args]
  const failure = await kalends(folder, ['mcp', ...given], { input: '' })
  expect([failure.code, failure.output, failure.errors]).toEqual([code, '', expect.stringContaining(reason)])
})

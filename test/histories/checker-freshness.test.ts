import { expect, test } from 'vitest'
import { judgeFreshness } from './checker/freshness.ts'
import { drawn } from './checker/notation.ts'
import type { Operation } from './checker/operation.ts'
import type { RegisterInput, RegisterOutcome } from './models/register.ts'

/* Histories by hand. A line is time, from left to right; what is older than ten columns is to be seen by all. */

const FRESHNESS = 10

type History = Operation<RegisterInput, RegisterOutcome>[]

const create = (line: string, event = 1) =>
  drawn<RegisterInput, RegisterOutcome>(
    '0',
    line,
    { do: 'create', event, title: 'v1' },
    { version: 1, title: 'v1' },
  )
const write = (client: string, line: string, version: number, event = 1) =>
  drawn<RegisterInput, RegisterOutcome>(
    client,
    line,
    { do: 'update', event, title: `v${version}` },
    line.includes('?') ? undefined : { version, title: `v${version}` },
  )
const read = (client: string, line: string, version: number, event = 1) =>
  drawn<RegisterInput, RegisterOutcome>(
    client,
    line,
    { do: 'read', event },
    { version, title: `v${version}` },
  )

const RIGHT: Record<string, History> = {
  'another process sees it later': [
    create('[-]'),
    write('1.1', '    [-]', 2),
    read('2.1', '        [-]', 1),
    read('2.1', '               [-]', 1),
    read('2.1', '                   [-]', 2),
  ],
  'while it is written, it is seen or not': [
    create('[-]'),
    write('1.1', '    [--------]', 2),
    read('1.2', '     [-]', 1),
    read('2.1', '     [-]', 2),
    read('1.2', '         [-]', 1),
  ],
  'a lost write is seen later': [
    create('[-]'),
    write('1.1', '    [-?', 2),
    read('1.1', '         [-]', 1),
    read('2.1', '             [-]', 2),
  ],
}

const WRONG: Record<string, [History, RegExp]> = {
  'a write of long ago is not seen': [
    [create('[-]'), write('1.1', '    [-]', 2), read('2.1', '                  [-]', 1)],
    /long enough/,
  ],
  'a write of the same process is not seen': [
    [create('[-]'), write('1.1', '    [-]', 2), read('1.2', '        [-]', 1)],
    /this process had written it/,
  ],
  'an event goes back': [
    [
      create('[-]'),
      write('1.1', '    [-----------]', 2),
      read('2.1', '     [-]', 2),
      read('2.2', '         [-]', 1),
    ],
    /this process had shown it/,
  ],
  'another event is older than what was shown': [
    [
      create('[-]'),
      create('[-]', 2),
      write('1.1', '   [-]', 2, 2),
      write('1.1', '       [-]', 2),
      read('2.1', '           [-]', 2),
      read('2.2', '              [-]', 1, 2),
    ],
    /shown what is newer/,
  ],
  'nobody wrote it': [[create('[-]'), read('2.1', '    [-]', 7)], /nobody wrote "v7"/],
  'it is not there': [
    [
      create('[-]'),
      drawn<RegisterInput, RegisterOutcome>('2.1', '    [-]', { do: 'read', event: 1 }, 'none'),
    ],
    /is not there/,
  ],
}

test.each(Object.entries(RIGHT))('accepts: %s', (_, history) => {
  expect(judgeFreshness(history, FRESHNESS).reads).toBe(
    history.filter(({ input }) => input.do === 'read').length,
  )
})

test.each(Object.entries(WRONG))('rejects: %s', (_, [history, why]) => {
  expect(() => judgeFreshness(history, FRESHNESS)).toThrow(why)
})

test('counts what is not seen yet', () => {
  const history = RIGHT['another process sees it later'] ?? []
  expect(judgeFreshness(history, FRESHNESS)).toEqual({ reads: 3, stale: 2 })
})

import { describe, expect, test } from 'vitest'
import { judge } from './checker/judge.ts'
import { drawn } from './checker/notation.ts'
import type { Operation } from './checker/operation.ts'
import { type RegisterInput, type RegisterOutcome, register } from './models/register.ts'

/* Histories by hand, of one event. A line is time, from left to right. */

type History = Operation<RegisterInput, RegisterOutcome>[]

const create = (client: string, line: string) =>
  drawn<RegisterInput, RegisterOutcome>(
    client,
    line,
    { do: 'create', event: 1, title: 'one' },
    { version: 1, title: 'one' },
  )

const read = (client: string, line: string, version: number, title: string) =>
  drawn<RegisterInput, RegisterOutcome>(client, line, { do: 'read', event: 1 }, { version, title })

const update = (
  client: string,
  line: string,
  title: string,
  outcome?: number | 'stale',
  ifVersion?: number,
) =>
  drawn<RegisterInput, RegisterOutcome>(
    client,
    line,
    { do: 'update', event: 1, title, ...(ifVersion === undefined ? {} : { ifVersion }) },
    typeof outcome === 'number' ? { version: outcome, title } : outcome,
  )

const RIGHT: Record<string, History> = {
  'one after the other': [
    create('a', '[-]'),
    update('a', '    [-]', 'two', 2, 1),
    read('b', '        [-]', 2, 'two'),
  ],
  'a read beside a write sees it or not': [
    create('a', '[-]'),
    update('a', '    [------]', 'two', 2),
    read('b', '     [-]', 1, 'one'),
    read('c', '         [-]', 2, 'two'),
  ],
  'two writes at once, in one of their orders': [
    create('a', '[-]'),
    update('a', '    [----]', 'two', 3),
    update('b', '    [----]', 'three', 2),
    read('c', '           [-]', 3, 'two'),
  ],
  'of two on the condition of one version the other is refused': [
    create('a', '[-]'),
    update('a', '    [----]', 'two', 2, 1),
    update('b', '    [----]', 'three', 'stale', 1),
  ],
  'a lost write that took effect late': [
    create('a', '[-]'),
    update('a', '    [-?', 'two'),
    read('b', '         [-]', 1, 'one'),
    read('b', '             [-]', 2, 'two'),
  ],
  'a lost write that never took effect': [
    create('a', '[-]'),
    update('a', '    [-?', 'two'),
    update('b', '         [-]', 'three', 2, 1),
    read('b', '             [-]', 2, 'three'),
  ],
  'a write that changes what it would not have changed before another': [
    create('a', '[-]'),
    update('a', '    [-------]', 'two', 3),
    update('b', '       [-?', 'two'),
  ],
}

const WRONG: Record<string, History> = {
  'a stale read': [create('a', '[-]'), update('a', '    [-]', 'two', 2), read('b', '        [-]', 1, 'one')],
  'a read that goes back behind another, though the write is still under way': [
    create('a', '[-]'),
    update('a', '    [-----------]', 'two', 2),
    read('b', '      [-]', 2, 'two'),
    read('c', '          [-]', 1, 'one'),
  ],
  'a lost update': [
    create('a', '[-]'),
    update('a', '    [----]', 'two', 2),
    update('b', '    [----]', 'three', 2),
  ],
  'two winners of one version': [
    create('a', '[-]'),
    update('a', '    [----]', 'two', 2, 1),
    update('b', '    [----]', 'three', 3, 1),
  ],
  'a value that nobody wrote': [create('a', '[-]'), read('b', '    [-]', 1, 'never')],
  'a version that nobody wrote': [create('a', '[-]'), read('b', '    [-]', 2, 'one')],
  'a refusal though the version was right': [create('a', '[-]'), update('a', '    [-]', 'two', 'stale', 1)],
  'a lost write before it was sent': [
    create('a', '[-]'),
    read('b', '    [-]', 2, 'two'),
    update('a', '         [-?', 'two'),
  ],
  'a lost write that took effect twice': [
    create('a', '[-]'),
    update('a', '    [-?', 'two'),
    read('b', '       [-]', 2, 'two'),
    update('b', '           [-]', 'three', 3),
    read('b', '               [-]', 4, 'two'),
  ],
  'a lost write that was refused, on the condition of a version long gone': [
    create('a', '[-]'),
    update('b', '    [-]', 'two', 2),
    update('a', '        [-?', 'three', undefined, 1),
    read('b', '             [-]', 3, 'three'),
  ],
}

describe('register', () => {
  test.each(Object.entries(RIGHT))('accepts: %s', (_, history) => {
    expect(judge(history, register).operations).toBe(history.length)
  })

  test.each(Object.entries(WRONG))('rejects: %s', (_, history) => {
    expect(() => judge(history, register)).toThrow(/have no order/)
  })

  test('names the operations that have no order, and no others', () => {
    const writes = Array.from({ length: 50 }, (_, index): History[number] => ({
      client: 'a',
      invoked: 10 + 10 * index,
      returned: 15 + 10 * index,
      input: { do: 'update', event: 1, title: `t${index}` },
      outcome: { version: index + 2, title: `t${index}` },
    }))
    const stale: History[number] = {
      client: 'b',
      invoked: 311,
      returned: 318,
      input: { do: 'read', event: 1 },
      outcome: { version: 29, title: 't27' },
    }
    expect(() => judge([create('a', '[-]'), ...writes, stale], register)).toThrow(
      `event 1: 2 of 52 operations have no order (0 others that overlap them do not help):
      0.000 –    0.000 ms  client a: update to "t30" → version 32 "t30"
      0.000 –    0.000 ms  client b: read → version 29 "t27"`,
    )
  })

  test('what is undecided is no success', () => {
    // Each may have been second, third and so on: too many orders to try them all.
    const lost = Array.from({ length: 24 }, (_, index) => update(`c${index}`, '    [-?', `lost ${index}`))
    const history = [create('a', '[-]'), ...lost, read('b', '        [-]', 26, 'never')]
    expect(() => judge(history, register, 1000)).toThrow(/event 1: undecided after 1001 configurations/)
  })
})

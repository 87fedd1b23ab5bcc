import { describe, expect, test } from 'vitest'
import { judge } from './checker/judge.ts'
import { drawn } from './checker/notation.ts'
import type { Operation } from './checker/operation.ts'
import { type IdempotencyInput, type IdempotencyOutcome, idempotency } from './models/idempotency.ts'
import { type Named, type SlugInput, type SlugOutcome, slugs } from './models/slugs.ts'

/* Histories by hand, of one family of slugs, and of one key. A line is time, from left to right. */

type SlugHistory = Operation<SlugInput, SlugOutcome>[]
type Shown = readonly [id: number, slug: string] | 'none' | 'gone'

const family = 'events 1'
const slugOutcome = (shown: Shown | undefined): SlugOutcome | undefined =>
  typeof shown === 'object' ? { id: shown[0], slug: shown[1], title: `title ${shown[0]}` } : shown

/** The `id` is that of the record that it makes, known or not. */
const create = (line: string, slug: string, id: number, shown?: Shown) =>
  drawn<SlugInput, SlugOutcome>(
    `${id}`,
    line,
    { do: 'create', family, slug, title: `title ${id}` },
    slugOutcome(shown),
  )
const read = (line: string, slug: string, shown: Shown) =>
  drawn<SlugInput, SlugOutcome>('r', line, { do: 'read', family, slug }, slugOutcome(shown))
const rename = (line: string, what: Named, to: string, shown?: Shown) =>
  drawn<SlugInput, SlugOutcome>('n', line, { do: 'rename', family, what, to }, slugOutcome(shown))
const trash = (line: string, what: Named, shown?: Shown) =>
  drawn<SlugInput, SlugOutcome>('t', line, { do: 'trash', family, what }, slugOutcome(shown))

const RIGHT_SLUGS: Record<string, SlugHistory> = {
  'of two creations at once one is numbered': [
    create('[---]', 'ash', 1, [1, 'ash-5']),
    create('[---]', 'ash', 2, [2, 'ash']),
    read('       [-]', 'ash', [2, 'ash']),
  ],
  'a slug that was let go is taken by another': [
    create('[-]', 'ash', 1, [1, 'ash']),
    trash('    [-----]', { slug: 'ash' }, [1, 'ash__trashed']),
    create('     [-----]', 'ash', 2, [2, 'ash']),
    read('              [-]', 'ash', [2, 'ash']),
  ],
  'nobody holds what was renamed': [
    create('[-]', 'ash', 1, [1, 'ash']),
    rename('    [-]', { id: 1 }, 'elm', [1, 'elm']),
    read('        [-]', 'ash', 'none'),
    read('        [-]', 'elm', [1, 'elm']),
  ],
  'in the trash is gone': [
    create('[-]', 'ash', 1, [1, 'ash']),
    trash('    [-]', { id: 1 }, [1, 'ash__trashed']),
    trash('        [-]', { id: 1 }, 'gone'),
  ],
  'a rename changes nothing before another write, and something after': [
    create('[-]', 'elm', 1, [1, 'elm']),
    trash('    [---]', { id: 1 }, [1, 'elm__trashed']),
    rename('      [-----]', { id: 1 }, 'elm', [1, 'elm']),
    trash('          [-]', { id: 1 }, 'gone'),
    trash('                [-]', { id: 1 }, [1, 'elm__trashed']),
  ],
  'a lost creation that is found later': [
    create('[-?', 'ash', 1),
    read('    [-]', 'ash', 'none'),
    read('        [-]', 'ash', [1, 'ash']),
    create('            [-]', 'ash', 2, [2, 'ash-2']),
  ],
  'a lost rename to where nobody looked': [
    create('[-]', 'ash', 1, [1, 'ash']),
    rename('    [-?', { id: 1 }, 'elm'),
    read('        [-]', 'ash', 'none'),
    read('            [-]', 'elm', 'none'),
  ],
  'two lost writes of one record': [
    create('[-]', 'ash', 1, [1, 'ash']),
    rename('    [-?', { id: 1 }, 'elm'),
    rename('    [-?', { slug: 'elm' }, 'ash'),
    read('          [-]', 'ash-2', [1, 'ash-2']),
  ],
}

const WRONG_SLUGS: Record<string, SlugHistory> = {
  'a slug that two hold': [create('[---]', 'ash', 1, [1, 'ash']), create('[---]', 'ash', 2, [2, 'ash'])],
  'a slug that a rename takes from its holder': [
    create('[-]', 'ash', 1, [1, 'ash']),
    create('[-]', 'elm', 2, [2, 'elm']),
    rename('    [-]', { id: 2 }, 'ash', [2, 'ash']),
  ],
  'a holder that is not found': [create('[-]', 'ash', 1, [1, 'ash']), read('    [-]', 'ash', 'none')],
  'a read of who let go of it': [
    create('[-]', 'ash', 1, [1, 'ash']),
    trash('    [-]', { id: 1 }, [1, 'ash__trashed']),
    read('        [-]', 'ash', [1, 'ash']),
  ],
  'an answer of another slug than was asked for': [
    create('[-]', 'ash', 1, [1, 'ash']),
    rename('    [---]', { id: 1 }, 'elm', [1, 'elm']),
    read('    [---]', 'ash', [1, 'elm']),
  ],
  'a number of another name': [create('[-]', 'ash', 1, [1, 'elm-2'])],
  'a record that was found before it was created': [
    read('[-]', 'ash', [1, 'ash']),
    create('    [-]', 'ash', 1, [1, 'ash']),
  ],
  'a lost creation that is found and then was not': [
    create('[-?', 'ash', 1),
    read('    [-]', 'ash', [1, 'ash']),
    read('        [-]', 'ash', 'none'),
  ],
}

type KeyHistory = Operation<IdempotencyInput, IdempotencyOutcome>[]

const once = (line: string, title: string, outcome?: number | 'reused', isReplayed = false) =>
  drawn<IdempotencyInput, IdempotencyOutcome>(
    'k',
    line,
    { do: 'create', user: 1, key: 'k', title },
    typeof outcome === 'number' ? { id: outcome, title, isReplayed } : outcome,
  )
const list = (line: string, ...records: (readonly [id: number, title: string])[]) =>
  drawn<IdempotencyInput, IdempotencyOutcome>(
    'l',
    line,
    { do: 'list', user: 1, key: 'k' },
    { records: records.map(([id, title]) => ({ id, title })) },
  )

const RIGHT_KEYS: Record<string, KeyHistory> = {
  'one creates, all others are shown the same': [
    once('[---]', 'x', 1),
    once('[---]', 'x', 1, true),
    once('      [-]', 'x', 1, true),
    list('          [-]', [1, 'x']),
  ],
  'another body is refused': [once('[-]', 'x', 1), once('    [-]', 'y', 'reused')],
  'a lost creation is shown when it is sent again': [
    list('[-]'),
    once('    [-?', 'x'),
    once('        [-]', 'x', 1, true),
  ],
  'a lost creation of which only the refusal of another tells': [
    once('[-?', 'x'),
    once('    [-]', 'y', 'reused'),
  ],
}

const WRONG_KEYS: Record<string, KeyHistory> = {
  'a key with two records': [once('[---]', 'x', 1), once('[---]', 'x', 2)],
  'a second record that only a list shows': [
    once('[-?', 'x'),
    once('    [-]', 'x', 2),
    list('        [-]', [1, 'x'], [2, 'x']),
  ],
  'a record that is shown as another': [once('[-]', 'x', 1), once('    [-]', 'x', 2, true)],
  'a key that takes another body': [once('[-]', 'x', 1), once('    [-]', 'y', 2)],
  'a refusal of the first': [once('[-]', 'x', 'reused'), once('    [-]', 'x', 1)],
  'a repetition of nothing': [once('[-]', 'x', 1, true)],
  'a record that is not there after its creation': [once('[-]', 'x', 1), list('    [-]')],
}

describe('slugs', () => {
  test.each(Object.entries(RIGHT_SLUGS))('accepts: %s', (_, history) => {
    expect(judge(history, slugs).operations).toBe(history.length)
  })

  test.each(Object.entries(WRONG_SLUGS))('rejects: %s', (_, history) => {
    expect(() => judge(history, slugs)).toThrow(/have no order/)
  })
})

describe('idempotency keys', () => {
  test.each(Object.entries(RIGHT_KEYS))('accepts: %s', (_, history) => {
    expect(judge(history, idempotency).operations).toBe(history.length)
  })

  test.each(Object.entries(WRONG_KEYS))('rejects: %s', (_, history) => {
    expect(() => judge(history, idempotency)).toThrow(/have no order/)
  })
})

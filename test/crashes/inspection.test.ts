import { memoryStorage } from 'kalends/storage/memory'
import { exampleTerm, put } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import type { Change, Storage } from '../../src/storage/contract.ts'
import { openCalendar } from '../routes/calendar.ts'
import { methodsOf } from '../setup/wrapped-storage.ts'
import {
  type Breaking,
  countsApart,
  forgetsIds,
  losesAnIndex,
  losesEntries,
  needsRepair,
  owesCreation,
  owesUpdate,
  talliesApart,
  writesInTwo,
} from './broken-storages.ts'
import { Inspection } from './inspection.ts'
import { MirrorInspection } from './mirror-inspection.ts'
import { Worker } from './worker.ts'

/*
 * That the inspection finds what it is there for: storages that break one promise each, "killed" at the moment at which
 * it shows. What is in the memory storage below them is what a disk would have.
 */

const SEED = 1
/** The kill comes with the first fitting commit after so many. */
const COMMITS_BEFORE = 60
const MOST_STEPS = 500

const over = (disk: Storage, broken: Partial<Storage> = {}): Storage => ({ ...methodsOf(disk), ...broken })

async function findingOf(breaking: Breaking) {
  const disk = memoryStorage()
  const inspection = new Inspection(SEED)
  let commits = 0
  let isDead = false
  let killed = () => {}
  const kill = new Promise<void>((resolve) => {
    killed = resolve
  })
  const die = () => {
    isDead = true
    killed()
    return new Promise<never>(() => {})
  }
  const { storage, restarted } = breaking(disk, () => commits > COMMITS_BEFORE, die)
  const worker = new Worker(over(disk, storage), { life: 0, seed: SEED }, (told) => {
    if (isDead) return
    if (told.say === 'commit') commits++
    inspection.tell('worker', told)
  })
  await worker.open()
  const work = async () => {
    for (let step = 0; step < MOST_STEPS && !isDead; step++) await worker.step()
  }
  await Promise.race([work(), kill])
  expect(isDead).toBe(true)
  return inspection.look(over(disk, restarted))
}

test('a commit that came too late did not take effect, though what it wrote is there', async () => {
  const disk = memoryStorage()
  const inspection = new Inspection(SEED)
  const content = { keys: { expires: '2031-01-01 01:00:00' }, text: [], data: '' }
  const put = (id: number): Change => ({ do: 'put', kind: 'receipt', id, expect: 0, content })
  inspection.tell('first', { say: 'commit', n: 0, changes: [put(7)] })
  await disk.commit([put(7)])
  inspection.tell('first', { say: 'result', n: 0, outcome: 'done', milliseconds: 1 })
  expect((await inspection.look(disk)).problems).toEqual([])
  inspection.tell('late', { say: 'commit', n: 0, changes: [put(7), put(8)] })
  expect(await inspection.look(disk)).toMatchObject({ problems: [], unanswered: 1, tookEffect: 0 })
})

test('a mirror lacks what has no entry in the outbox', async () => {
  const disk = memoryStorage()
  const mirror = new MirrorInspection()
  await openCalendar({ changes: true }, disk).make('tags', { name: 'first' })
  expect(await mirror.verify(disk)).toEqual([])
  await openCalendar({}, disk).make('tags', { name: 'second' })
  expect(await mirror.verify(disk)).toEqual(['the mirror is wrong about tag 2'])
})

describe('nothing is found where a storage keeps its promises', () => {
  test('and dies before a commit', async () => {
    const finding = await findingOf((disk, isTime, die) => ({
      storage: { commit: (changes) => (isTime() ? die() : disk.commit(changes)) },
    }))
    expect(finding.problems).toEqual([])
    expect(finding).toMatchObject({ unanswered: 1, tookEffect: 0 })
  })

  test('and dies after a commit, before it says so', async () => {
    const finding = await findingOf((disk, isTime, die) => ({
      storage: {
        async commit(changes) {
          const result = await disk.commit(changes)
          return isTime() ? die() : result
        },
      },
    }))
    expect(finding.problems).toEqual([])
    expect(finding).toMatchObject({ unanswered: 1, tookEffect: 1 })
  })
})

describe('a guard that was removed and made again', () => {
  const guard = (expires: string): Change => {
    return {
      do: 'put',
      kind: 'receipt',
      id: 7,
      expect: 0,
      content: { keys: { expires }, text: [], data: '' },
    }
  }
  const removal: Change = { do: 'remove', kind: 'receipt', id: 7, expect: 1 }
  const lives = [guard('2031-01-01 01:00:00'), removal, guard('2031-01-01 02:00:00')]

  async function findingAfter(taken: readonly Change[]) {
    const disk = memoryStorage()
    const inspection = new Inspection(SEED)
    for (const [n, change] of lives.entries()) {
      inspection.tell('writer', { say: 'commit', n, changes: [change] })
      inspection.tell('writer', { say: 'result', n, outcome: 'done', milliseconds: 1 })
    }
    for (const change of taken) expect(await disk.commit([change])).toEqual({ conflict: null })
    return inspection.look(disk)
  }

  test('may be there', async () => {
    expect((await findingAfter(lives)).problems).toEqual([])
  })

  test('may not be gone', async () => {
    const { problems } = await findingAfter(lives.slice(0, 2))
    expect(problems).toEqual(['receipt 7 is gone, though it was made more often than removed'])
  })

  test('may not be a value that was never written', async () => {
    const { problems } = await findingAfter([guard('2031-01-01 03:00:00')])
    expect(problems).toEqual(['receipt 7 has another content than was written as version 1'])
  })
})

describe('it is found that a storage', () => {
  test('writes an event and what is new with it in two commits', async () => {
    const { problems } = await findingOf(writesInTwo)
    // By either ledger: what the storage was asked for, and what the client was told.
    expect(problems).toContainEqual(expect.stringMatching(/^half of a commit is there: /))
    expect(problems).toContainEqual(expect.stringMatching(/^half of n0x\d+ is there: /))
  })

  test('acknowledges a creation before it writes', async () => {
    const { problems } = await findingOf(owesCreation)
    expect(problems).toContainEqual(
      expect.stringMatching(/^event \d+ has version 0, though 1 was acknowledged$/),
    )
    expect(problems).toContainEqual(
      expect.stringMatching(/^n0x\d+ was answered 201, and nothing of it is there$/),
    )
  })

  test('acknowledges an update before it writes', async () => {
    const { problems } = await findingOf(owesUpdate)
    expect(problems).toContainEqual(
      expect.stringMatching(/^event \d+ has version \d+, though \d+ was acknowledged$/),
    )
    expect(problems).toContainEqual(
      expect.stringMatching(/^events\/\d+ was acknowledged as version \d+, and is \d+$/),
    )
  })

  test('keeps the number of events apart from the events', async () => {
    const { problems } = await findingOf(countsApart)
    expect(problems).toContainEqual(expect.stringMatching(/^count of event is \d+, counted \d+$/))
    expect(problems).toContainEqual(expect.stringMatching(/^events\?.* has the total \d+, counted \d+$/))
  })

  test('keeps the numbers of terms apart from the events', async () => {
    const { problems } = await findingOf(talliesApart)
    expect(problems).toContainEqual(expect.stringMatching(/^tally of tag in publish is /))
    expect(problems).toContainEqual(expect.stringMatching(/^tag \d+ has the count \d+, counted \d+$/))
  })

  test('gives an ID again', async () => {
    const { problems } = await findingOf(forgetsIds)
    expect(problems).toContainEqual(expect.stringMatching(/^ID \d+ of (post|term) was given twice$/))
  })

  test('commits records without their entries in the outbox', async () => {
    const { problems } = await findingOf(losesEntries)
    expect(problems).toContainEqual(expect.stringMatching(/^the outbox has \d+ entries of \d+$/))
    expect(problems).toContainEqual(
      expect.stringMatching(/^(event|venue|organizer|category|tag) \d+ has version \d+, the outbox \d+$/),
    )
  })

  test('has lost an index', async () => {
    const { problems } = await findingOf(losesAnIndex)
    expect(problems).toContainEqual(expect.stringMatching(/^owners of slugs of event is /))
    expect(problems).toContainEqual(expect.stringMatching(/^events\/by-slug\/\S+ answers /))
  })

  test('lets two writers make the same version of a record', async () => {
    const disk = memoryStorage()
    const inspection = new Inspection(SEED)
    const putTag = (name: string, expected: number) => put('tag', 1, exampleTerm(1, { name }), expected)
    await disk.commit([putTag('first', 0)])
    inspection.tell('setup', { say: 'commit', n: 0, changes: [putTag('first', 0)] })
    for (const writer of ['one', 'other']) {
      inspection.tell(writer, { say: 'commit', n: 1, changes: [putTag(writer, 1)] })
    }
    // It does not look at versions: the second overwrites the first.
    await disk.commit([putTag('other', 1)])
    for (const [writer, n] of [
      ['setup', 0],
      ['one', 1],
      ['other', 1],
    ] as const) {
      inspection.tell(writer, { say: 'result', n, outcome: 'done', milliseconds: 1 })
    }
    const { problems } = await inspection.look(disk)
    expect(problems).toContain('tag 1 has a version 2 that two writers were told is theirs')
  })

  test('wants to be repaired', async () => {
    await expect(findingOf(needsRepair)).rejects.toThrow('not closed properly')
  })
})

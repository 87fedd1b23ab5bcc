import { execFileSync } from 'node:child_process'
import { RRule } from 'rrule'
import { expect, test } from 'vitest'
import { occurrencesOf } from '../../src/core/domain/recurrence/expand.ts'
import { parseRule, type Rule } from '../../src/core/domain/recurrence/rule.ts'
import { Dice } from '../../src/testing/dice.ts'
import { type RandomRule, randomRule } from './random-rules.ts'

/* Repeating events, compared with rrule in floating time and with Debian's python-dateutil. */

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`Random rules of SEED=${SEED}`)
const dice = new Dice(SEED)
const RULES = Array.from({ length: 2000 }, () => randomRule(dice))
/** How many occurrences of each are compared. */
const MOST = 60

const compact = (wall: string) => wall.replace(/[-:]/g, '').replace(' ', 'T')

function parsed({ text, count, until, hasUntil }: RandomRule): Rule {
  const end = hasUntil ? `;UNTIL=${compact(until)}` : count === undefined ? '' : `;COUNT=${count}`
  const rule = parseRule(text + end)
  return typeof rule === 'string' ? expect.unreachable(`${text + end} ${rule}`) : rule
}

function ours(random: RandomRule, from?: string): string[] {
  const found: string[] = []
  for (const wall of occurrencesOf(parsed(random), random.start, from)) {
    if (wall > random.until || found.length === MOST) break
    found.push(wall)
  }
  return found
}

/** What a reference found from `earlier` on. */
const fromStart = ({ start, count = MOST }: RandomRule, found: readonly string[]) =>
  found.filter((wall) => wall >= start).slice(0, Math.min(count, MOST))

/** `earlier` adds at most one week. */
const ASKED = MOST + 7

/**
 * What rrule 2.8.1 does wrong with BYSETPOS: it yields a day twice where two positions mean it, and takes a position
 * beyond the first day from the end for the first day. It yields the times of a day in the order of BYHOUR and BYMINUTE,
 * not of the clock. And it looks up to the year 9999 where there is nothing.
 */
function isReadByRrule(random: RandomRule): boolean {
  const hasWrongPositions = /BYSETPOS=(?:-|\d+,)/.test(random.text)
  const hasTimes = /BYHOUR|BYMINUTE/.test(random.text)
  const { until: _, count: __, ...endless } = parsed(random)
  const [after] = occurrencesOf(endless, random.start, random.until)
  return (
    !hasWrongPositions &&
    !hasTimes &&
    after !== undefined &&
    Number(after.slice(0, 4)) < Number(random.until.slice(0, 4)) + 50
  )
}

function byRrule(random: RandomRule): string[] {
  const { text, earlier, until } = random
  const at = (wall: string) => new Date(`${wall.replace(' ', 'T')}Z`)
  const rule = new RRule({ ...RRule.parseString(text), dtstart: at(earlier), until: at(until) })
  const found = rule.all((_, index) => index < ASKED)
  return fromStart(
    random,
    found.map((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
  )
}

const PROGRAM = `
import datetime, itertools, json, sys
from dateutil.rrule import rrulestr
for line in sys.stdin:
    one = json.loads(line)
    # The year in which dateutil stops to look.
    datetime.MAXYEAR = int(one['until'][:4])
    rule = rrulestr(one['text'] + ';UNTIL=' + one['until'], dtstart=datetime.datetime.fromisoformat(one['earlier']))
    print(json.dumps([str(found) for found in itertools.islice(rule, one['most'])]))
`
const PYTHON = process.env.PYTHON ?? '/usr/bin/python3'

function missing(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import dateutil.rrule'], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${PYTHON} has no dateutil (Debian: python3-dateutil)`
  }
}

function byDateutil(rules: readonly RandomRule[]): string[][] {
  const input = rules
    .map((random) => JSON.stringify({ ...random, until: compact(random.until), most: ASKED }))
    .join('\n')
  const printed = execFileSync(PYTHON, ['-c', PROGRAM], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return printed
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const [random, found]: [RandomRule | undefined, string[]] = [rules[index], JSON.parse(line)]
      return random === undefined ? [] : fromStart(random, found)
    })
}

const named = (random: RandomRule, occurrences: unknown) => ({ ...random, occurrences })

test('rrule yields the same', () => {
  const rules = RULES.filter(isReadByRrule)
  expect(rules.length).toBeGreaterThan(RULES.length / 2)
  for (const random of rules) {
    expect.soft(named(random, ours(random))).toEqual(named(random, byRrule(random)))
  }
})

const reason = missing()
if (reason !== undefined) console.warn(`Skipped: ${reason}`)

test.skipIf(reason !== undefined)(`python-dateutil yields the same (${reason ?? 'installed'})`, () => {
  const theirs = byDateutil(RULES)
  expect(theirs).toHaveLength(RULES.length)
  for (const [index, random] of RULES.entries()) {
    expect.soft(named(random, ours(random))).toEqual(named(random, theirs[index]))
  }
})

test('from a moment on, the occurrences are those of the whole list that are not before it', () => {
  for (const random of RULES) {
    const all = ours(random)
    for (const from of [dice.oneOf([...all, random.start]), random.until]) {
      const later = all.filter((wall) => wall >= from)
      expect(named(random, ours(random, from).slice(0, later.length))).toEqual(named(random, later))
    }
  }
})

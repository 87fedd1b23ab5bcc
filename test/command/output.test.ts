import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { toFile } from '../../command/export.ts'
import { progressBar, table } from '../../command/terminal.ts'
import { temporaryFolder } from '../examples/program.ts'

/** What is written, as a terminal or as a log. */
function screen(isTTY: boolean, columns = 80) {
  let text = ''
  const out = Object.assign(new PassThrough(), { isTTY, columns })
  out.on('data', (chunk) => {
    text += chunk
  })
  return { out, text: () => text }
}

describe('progress', () => {
  test('is one line that is rewritten on a terminal, no wider than it', () => {
    const { out, text } = screen(true, 30)
    const progress = progressBar('events', out)
    for (const done of [1, 2]) progress(done, 2)
    const end = '\x1b[K'
    expect(text().split('\r')).toEqual([
      '',
      `${'█'.repeat(12)}${'░'.repeat(12)} even${end}`,
      `${'█'.repeat(24)} even${end}\n`,
    ])
  })

  test.each([true, false])(
    'of nothing is nothing, on a terminal or not (%s); without speed it has no ETA',
    (isTTY) => {
      const { out, text } = screen(isTTY)
      const progress = progressBar('categories', out)
      progress(0, 0)
      expect(text()).toBe('')
      progress(0, 5)
      expect(text()).not.toContain('ETA')
      progress(5, 5)
      expect(text()).toContain('categories 100% 5/5 ')
    },
  )

  test('is a plain line per tenth elsewhere', () => {
    const { out, text } = screen(false)
    const progress = progressBar('events', out)
    for (let done = 0; done <= 1000; done++) progress(done, 1000)
    expect(text().trim().split('\n')).toHaveLength(10)
    for (const sign of ['\r', '\x1b', '█']) expect(text()).not.toContain(sign)
  })
})

test('a table has names on the left and numbers on the right', () => {
  expect(
    table(
      ['', 'read'],
      [
        ['events', 12],
        ['tags', 3],
      ],
    ),
  ).toEqual(['        read', 'events    12', 'tags       3'])
})

describe('a file', () => {
  const parts = async function* (error?: Error) {
    yield 'new '
    if (error !== undefined) throw error
    yield 'content'
  }

  test('is replaced when the new one is complete', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calendar.jsonl')
    await toFile(file, parts())
    expect(readFileSync(file, 'utf8')).toBe('new content')
    expect(readdirSync(folder)).toEqual(['calendar.jsonl'])
  })

  test('stays as it was if the export fails, and nothing half-made stays beside it', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calendar.jsonl')
    writeFileSync(file, 'old')
    await expect(toFile(file, parts(new Error('cut off')))).rejects.toThrow('cut off')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['calendar.jsonl'])
  })

  test('in a folder that is missing is a failure with a reason', async () => {
    const file = join(temporaryFolder(), 'no/such/calendar.jsonl')
    await expect(toFile(file, parts())).rejects.toThrow(`Cannot write ${file}: there is no such folder`)
  })
})

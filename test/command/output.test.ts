import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { progressBar, table } from '../../command/terminal.ts'
import { createFile, replaceFile, writeWhole } from '../../command/whole-file.ts'
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
    await writeWhole(file, parts())
    expect(readFileSync(file, 'utf8')).toBe('new content')
    expect(readdirSync(folder)).toEqual(['calendar.jsonl'])
  })

  test('stays as it was if the export fails, and nothing half-made stays beside it', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calendar.jsonl')
    writeFileSync(file, 'old')
    await expect(writeWhole(file, parts(new Error('cut off')))).rejects.toThrow('cut off')
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['calendar.jsonl'])
  })

  test('in a folder that is missing is a failure with a reason', async () => {
    const file = join(temporaryFolder(), 'no/such/calendar.jsonl')
    await expect(writeWhole(file, parts())).rejects.toThrow(`Cannot write ${file}: there is no such folder`)
  })

  test('that is new is for its owner alone; one that was there keeps its mode', async () => {
    const folder = temporaryFolder()
    const [fresh, shared] = [join(folder, 'new.jsonl'), join(folder, 'shared.jsonl')]
    writeFileSync(shared, 'old')
    chmodSync(shared, 0o664)
    for (const file of [fresh, shared]) await writeWhole(file, parts())
    expect([fresh, shared].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o664])
  })

  test.each(['a link', 'a link to a link', 'a link to what is not there'])(
    'behind %s is the one that is written',
    async (what) => {
      const folder = temporaryFolder()
      const [target, middle, link] = [join(folder, 'target'), join(folder, 'middle'), join(folder, 'link')]
      if (!what.includes('not there')) writeFileSync(target, 'old')
      symlinkSync('target', middle)
      symlinkSync(what === 'a link to a link' ? middle : 'target', link)
      await writeWhole(link, parts())
      expect(lstatSync(link).isSymbolicLink()).toBe(true)
      expect(readFileSync(target, 'utf8')).toBe('new content')
      expect(readdirSync(folder)).toHaveLength(3)
    },
  )

  test('behind a link to itself is a failure', async () => {
    const link = join(temporaryFolder(), 'link')
    symlinkSync('link', link)
    await expect(writeWhole(link, parts())).rejects.toThrow(`Cannot write ${link}: `)
  })

  test('with a second name is the same under both', async () => {
    const folder = temporaryFolder()
    const [file, second] = [join(folder, 'one'), join(folder, 'two')] as const
    writeFileSync(file, 'old and longer than the new one')
    linkSync(file, second)
    await writeWhole(file, parts())
    expect([file, second].map((one) => readFileSync(one, 'utf8'))).toEqual(['new content', 'new content'])
  })

  test('of somebody else beside it stays, whatever its name', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'calendar.jsonl')
    for (const name of ['calendar.jsonl.part', '.kalends.part']) writeFileSync(join(folder, name), 'mine')
    await writeWhole(file, parts())
    await expect(writeWhole(file, parts(new Error('cut off')))).rejects.toThrow('cut off')
    expect(readdirSync(folder).sort()).toEqual(['.kalends.part', 'calendar.jsonl', 'calendar.jsonl.part'])
    expect(readFileSync(join(folder, 'calendar.jsonl.part'), 'utf8')).toBe('mine')
  })

  test('with the longest name that there is can be written', async () => {
    const file = join(temporaryFolder(), 'x'.repeat(255))
    await writeWhole(file, parts())
    expect(readFileSync(file, 'utf8')).toBe('new content')
  })

  test('that is a pipe is written into, and stays one', async () => {
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeWhole(pipe, parts())])
    expect(text).toBe('new content')
    expect(lstatSync(pipe).isFIFO()).toBe(true)
  })

  test('that is a device is written into, and stays one', async () => {
    await writeWhole('/dev/null', parts())
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  test('that is a folder is a failure', async () => {
    const folder = temporaryFolder()
    await expect(writeWhole(folder, parts())).rejects.toThrow(`Cannot write ${folder}: it is a folder`)
  })

  test('is made once, of those who make it at once, and replaced with its link and its mode', () => {
    const folder = temporaryFolder()
    const [file, link] = [join(folder, 'package.json'), join(folder, 'link')] as const
    createFile(file, 'one')
    expect(() => createFile(file, 'two')).toThrow('EEXIST')
    chmodSync(file, 0o640)
    symlinkSync(file, link)
    replaceFile(link, 'three')
    expect(readFileSync(file, 'utf8')).toBe('three')
    expect(statSync(file).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder).sort()).toEqual(['link', 'package.json'])
  })
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PAGES } from '../site/states.ts'
import { isHere, named, narrow, wide } from './editor-browser.ts'
import { useVisitors } from './site-browser.ts'

/*
 * The documents of the pages for visitors: valid for the Nu Html Checker, still while they load, and whole on paper.
 */

const run = promisify(execFile)
const JAR = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const hasJava = await run('java', ['-version']).then(
  () => true,
  () => false,
)

interface Message {
  readonly type: string
  readonly url?: string
  readonly message: string
  readonly extract?: string
}

/** `type` is `error`, `info` or `non-document-error`. */
async function messagesOf(files: readonly string[]): Promise<readonly Message[]> {
  const options = { maxBuffer: 64_000_000 }
  const { stdout } = await run(
    'java',
    ['-jar', JAR, '--format', 'json', '--stdout', '--exit-zero-always', ...files],
    options,
  )
  const answer: unknown = JSON.parse(stdout)
  const messages = Object(answer).messages
  if (!Array.isArray(messages)) throw new TypeError('the checker has answered something else')
  return messages
}

describe.skipIf(!isHere)(named('the documents of the pages for visitors'), () => {
  const visitors = useVisitors()

  test.skipIf(!hasJava)(
    hasJava ? 'the Nu checker has no error' : 'the Nu checker has no error (skipped: there is no java)',
    async () => {
      const { api, root } = await visitors()
      const folder = await mkdtemp(join(tmpdir(), 'kalends-site-'))
      try {
        const files: string[] = []
        const paths = Object.values(PAGES)
        for (const [at, path] of paths.entries()) {
          const response = await api.fetch(new Request(`${root}${path}`))
          const file = join(folder, `${at}.html`)
          await writeFile(file, await response.text())
          files.push(file)
        }
        const messages = await messagesOf(files)
        const wrong = messages
          .filter(({ type }) => type !== 'info')
          .map(({ url = '', message, extract }) => {
            const path = paths[Number(/(\d+)\.html$/.exec(url)?.[1])]
            return `${path}: ${message} ${extract?.slice(0, 120)}`
          })
        expect(wrong).toEqual([])
        // It reads them: what is wrong is told.
        const bad = join(folder, 'bad.html')
        await writeFile(bad, '<!DOCTYPE html><title>x</title><img>')
        expect((await messagesOf([bad])).some(({ type }) => type === 'error')).toBe(true)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  )

  /** What has moved while the page loads, and while it is scrolled to its end, so that lazy pictures come. */
  const shiftOf = async (page: Page): Promise<number> => {
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const add = (entries: readonly PerformanceEntry[]) => {
            for (const entry of entries) sum += Number(Reflect.get(entry, 'value'))
          }
          const observer = new PerformanceObserver((list) => add(list.getEntries()))
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() =>
            requestAnimationFrame(() => {
              add(observer.takeRecords())
              resolve(sum)
            }),
          )
        }),
    )
  }

  test('nothing moves while a page loads', async () => {
    const { open, root } = await visitors()
    for (const size of [wide, narrow]) {
      const page = await open('/events/', size)
      for (const path of ['/events/', '/event/wide/', '/event/upright/', '/venue/gallery/', PAGES.month]) {
        await page.goto(`${root}${path}`)
        expect([path, await shiftOf(page)]).toEqual([path, 0])
      }
    }
  })

  test('a month with 60 events is one page of A4, with six weeks too; a list goes on', async () => {
    const { open, api, root } = await visitors({ isEmpty: true })
    const add = (month: string, day: number, at: number) =>
      api.as({ id: 1, role: 'administrator' })(
        new Request(`${root}${api.basePath}/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            title: `An evening of music and words, number ${at}`,
            start_date: `${month}-${String(day).padStart(2, '0')} 19:30`,
            end_date: `${month}-${String(day).padStart(2, '0')} 22:00`,
          }),
        }),
      )
    for (const month of ['2026-12', '2027-05'])
      for (let at = 0; at < 60; at++) await add(month, 1 + (at % 30), at)
    const sheets = async (path: string) => {
      const page = await open(path)
      const pdf = await page.pdf({ preferCSSPageSize: true, format: 'A4' })
      const text = pdf.toString('latin1')
      const [, width = '0', height = '0'] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
      return [text.match(/\/Type \/Page\b/g)?.length, Number(width) > Number(height)]
    }
    expect(await sheets('/events/month/2026-12/')).toEqual([1, true])
    expect(await sheets('/events/month/2027-05/')).toEqual([1, true])
    const [count, isWide] = await sheets('/events/')
    expect([Number(count) > 1, isWide]).toEqual([true, false])
  })
})

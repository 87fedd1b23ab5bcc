import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { editorAssets } from '../../scripts/editor.ts'

let bundled: Awaited<ReturnType<typeof editorAssets>>
beforeAll(async () => {
  bundled = await editorAssets()
})

/** Bytes of the files that the list needs, or the list and then the form. */
function sizeOf(isWithForm: boolean): number {
  const sizes = new Map(bundled.assets.map(({ name, text }) => [name, gzipSync(text, { level: 9 }).length]))
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    for (const other of bundled.assets.find((one) => one.name === name)?.imports ?? []) visit(other)
  }
  visit(bundled.script)
  visit(bundled.style)
  if (isWithForm)
    visit(bundled.assets.find(({ name }) => name.startsWith('event-'))?.name ?? expect.unreachable())
  return [...seen].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0)
}

describe('what the page is made of', () => {
  test('list and form are at most 60 kB gzipped, and the list alone at most 45 kB', () => {
    expect(sizeOf(true)).toBeLessThan(60_000)
    expect(sizeOf(false)).toBeLessThan(45_000)
  })

  // A browser opens six connections: page, style, script, and what is asked beside them.
  test('the list begins with one script', () => {
    expect(bundled.assets.find(({ name }) => name === bundled.script)?.imports).toEqual([])
  })

  test('writes no HTML, and makes no code of text', () => {
    for (const { name, text } of bundled.assets) {
      expect([name, text.match(/\binsertAdjacentHTML|document\.write|\beval\(|new Function/g)]).toEqual([
        name,
        null,
      ])
    }
  })
})

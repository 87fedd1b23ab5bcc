import { build } from 'esbuild'
import type { Page } from 'playwright-core'

/*
 * A virtual screen reader, which walks through the document of the real browser by the rules for names, roles and states.
 */

let reader: string | undefined

async function bundled(): Promise<string> {
  if (reader !== undefined) return reader
  const { outputFiles } = await build({
    stdin: {
      contents: "export { virtual } from '@guidepup/virtual-screen-reader'",
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    format: 'iife',
    globalName: 'screenReader',
    write: false,
    logLevel: 'silent',
  })
  reader = outputFiles[0]?.text ?? ''
  return reader
}

interface Virtual {
  start(options: { container: Element }): Promise<void>
  next(): Promise<void>
  stop(): Promise<void>
  spokenPhraseLog(): Promise<string[]>
}

/** All that is said from the beginning of an element to its end. */
export async function said(page: Page, selector: string): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(`${await bundled()};globalThis.screenReader = screenReader`)
  return page.evaluate(async (where) => {
    // The script above sets it.
    const { virtual } = Reflect.get(globalThis, 'screenReader') as { virtual: Virtual }
    const container = document.querySelector(where)
    if (container === null) throw new Error(`there is no ${where}`)
    await virtual.start({ container })
    for (let step = 0; step < 600; step++) {
      const before = (await virtual.spokenPhraseLog()).length
      await virtual.next()
      const log = await virtual.spokenPhraseLog()
      if (log.length === before || log.at(-1) === log[0]) break
    }
    const log = await virtual.spokenPhraseLog()
    await virtual.stop()
    return log
  }, selector)
}

/** Those that are not said after the ones before them; with all that was said, to see why. */
export function inOrder(phrases: readonly string[], expected: readonly (string | RegExp)[]) {
  const rest = [...expected]
  for (const phrase of phrases) {
    const [next] = rest
    if (next !== undefined && (typeof next === 'string' ? phrase === next : next.test(phrase))) rest.shift()
  }
  return rest.length === 0 ? [] : [...rest, ...phrases]
}

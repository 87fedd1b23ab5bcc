/*
 * Takes the pictures of the pages for visitors, docs/images/site-*.png, of the example `examples/site`:
 * `scripts/pictures.sh`. The day is always the same, so that only changes of the pages change the pictures.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'
import sharp from 'sharp'

const ROOT = new URL('../../../', import.meta.url)
/** Of each picture, in bytes: pages on GitHub stay quick. */
const MOST = 120_000
const port = 39_871

const env = { ...process.env, PORT: String(port), NOW: '2026-12-03T11:00:00Z' }
const example = spawn('npx', ['tsx', 'examples/site/main.ts'], {
  cwd: ROOT,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
})
await once(example.stdout, 'data')

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })

async function take(name: string, path: string, [width, height]: readonly [number, number]) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`http://localhost:${port}${path}`)
  const picture = await page.screenshot()
  const small = await sharp(picture).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
  if (small.length > MOST) throw new Error(`${name}: ${small.length} bytes`)
  await writeFile(new URL(`docs/images/site-${name}.png`, ROOT), small)
  console.log(`site-${name}.png: ${small.length} bytes`)
  await context.close()
}

try {
  await take('town', '/town/events/', [1280, 1000])
  await take('club', '/club/events/', [1280, 860])
  await take('museum', '/museum/event/jazz-at-the-mill/', [1280, 860])
} finally {
  await browser.close()
  example.kill('SIGINT')
}

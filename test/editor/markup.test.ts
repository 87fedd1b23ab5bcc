import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openCalendar } from '../routes/calendar.ts'

/* What the Nu HTML checker has found in our pages. */

const SOURCES = ['src/pages', 'src/apps', 'src/core/docs-page'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/(?:script|assets)\.ts$/.test(file))
    .map((file) => `${folder}/${file}`),
)

test('cells of tables and summaries have the role that they are born with', () => {
  expect(SOURCES.length).toBeGreaterThan(100)
  const wrong = SOURCES.filter((file) =>
    /<(?:td|th|summary)\b[^<>]*\brole=|'(?:td|th|summary)', \{[^{}]*\brole:/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong).toEqual([])
})

test('no address in the documentation page has a blank', async () => {
  const { send } = openCalendar()
  const { text } = await send('/doc', { headers: { accept: 'text/html' } })
  const addresses = [...text.matchAll(/\b(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses.length).toBeGreaterThan(50)
  expect(addresses.filter((address) => /\s/.test(address ?? ''))).toEqual([])
})

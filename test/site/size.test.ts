import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { headOf, visited } from './calendar.ts'

/*
 * What a phone must load before it shows a page.
 */

const KB = 1000

async function busyTown() {
  const site = visited({ links: [{ label: 'Town', url: '/' }] }, { suggestions: { author: 1 } })
  const { client } = site
  for (let at = 0; at < 40; at++) {
    const day = String(4 + Math.floor(at / 2)).padStart(2, '0')
    await client.events.create({
      title: `${['Concert', 'Reading', 'Market', 'Workshop', 'Tour', 'Talk'][at % 6]} number ${at} with ${['Ada', 'Ben', 'Cleo', 'Dan'][at % 4]}`,
      start_date: `2026-12-${day} ${10 + (at % 9)}:00`,
      end_date: `2026-12-${day} ${12 + (at % 9)}:00`,
      cost: ['Free', '12 €', '8 €'][at % 3] ?? '',
      venue: { venue: `Hall ${at % 12}`, city: 'Lindow' },
      categories: [`Category ${at % 15}`],
      image: `https://town.example/pictures/${at}.jpg`,
      ...(at % 10 === 0
        ? { featured: true, excerpt: 'A sentence or two of what it is about, and for whom.' }
        : {}),
    })
  }
  return site
}

test('a list of 30 is at most 15 kB compressed', async () => {
  const { text } = await busyTown()
  const page = await text('/events/')
  expect(page.match(/<h3>/g)).toHaveLength(30)
  expect(gzipSync(page, { level: 6 }).length).toBeLessThan(15 * KB)
})

test('the style is at most 8 kB compressed', async () => {
  const { text } = visited({ accent: '#9c2f2f', fonts: 'Georgia, serif', radius: 4 })
  const style = await text(headOf(await text('/events/'), /rel="stylesheet" href="([^"]*)"/) ?? '')
  expect(style).toContain('--kalends-accent:#9c2f2f')
  expect(gzipSync(style, { level: 6 }).length).toBeLessThan(8 * KB)
  expect(brotliCompressSync(style).length).toBeLessThan(8 * KB)
})

test('a page asks for nothing but its style, its icon and pictures', async () => {
  const { text } = await busyTown()
  const page = await text('/events/')
  expect([...page.matchAll(/<link\b[^>]*rel="(stylesheet|icon|preload)"/g)].map(([, rel]) => rel)).toEqual([
    'icon',
    'stylesheet',
  ])
  expect(page).not.toMatch(/<script(?! type="application\/ld\+json")|@import|<iframe/)
})

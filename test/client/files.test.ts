import { etagOf } from 'kalends/client'
import { databaseImages } from 'kalends/images/database'
import { memoryStorage } from 'kalends/storage/memory'
import { expect, test } from 'vitest'
import { openClients, rejection } from './clients.ts'

const GIF = Uint8Array.from(atob('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs='), (one) =>
  one.charCodeAt(0),
)

test('images are uploaded, listed, changed and deleted', async () => {
  const store = databaseImages(memoryStorage())
  const { client } = openClients({ images: { store } })
  const image = await client.images.upload(new File([GIF], 'Old bridge.gif'), {
    alt: 'The bridge in fog',
    title: undefined,
    sizes: { small: new Blob([GIF]) },
  })
  expect(image).toMatchObject({ alt: 'The bridge in fog', title: 'Old bridge', mime_type: 'image/gif' })
  expect(Object.keys(image.sizes)).toEqual(['small'])
  await client.images.upload(new Blob([GIF]), { decorative: true })
  const { items, total } = await client.images.list({ search: 'bridge' })
  expect([total, items[0]?.id]).toEqual([1, image.id])
  const found = []
  for await (const one of client.images.list({ per_page: 1 })) found.push(one.decorative)
  expect(found.sort()).toEqual([false, true])

  const ifMatch = etagOf(await client.images.get(image.id))
  expect(await client.images.update(image.id, { alt: 'Fog' }, { ifMatch })).toMatchObject({ alt: 'Fog' })
  expect(await rejection(client.images.update(image.id, { alt: 'Late' }, { ifMatch }))).toMatchObject({
    code: 'rest_precondition_failed',
  })
  await client.venues.create({ venue: 'Bridge', image: image.id })
  expect(await rejection(client.images.delete(image.id))).toMatchObject({ code: 'rest_image_in_use' })
  await client.images.delete(image.id, { force: true })
  expect(await rejection(client.images.get(image.id))).toMatchObject({ code: 'rest-image-not-found' })
})

test('a file is imported, after a look at what would come', async () => {
  const { client } = openClients({ import: true })
  const file = new Blob(['Title,Start Date\nMarket,2031-05-10 08:00\nF\xeate,2031-05-11\n'], {
    type: 'text/csv',
  })
  const preview = await client.importFile(file, { dryRun: true })
  expect(preview.events?.map(({ title, state }) => [title, state])).toEqual([
    ['Market', 'new'],
    ['Fête', 'new'],
  ])
  expect((await client.events.list({ starts_after: '2031-01-01' })).total).toBe(0)
  expect(await client.importFile(file)).toMatchObject({ created: 2, refused: [], more: false })
  const latin = new Blob([
    Uint8Array.from('Title,Start Date\nF\xeate,2031-05-12\n', (one) => one.charCodeAt(0)),
  ])
  await client.importFile(latin, { format: 'csv', encoding: 'windows-1252' })
  expect(
    (await client.events.list({ starts_after: '2031-05-11 12:00' })).items.map(({ title }) => title),
  ).toEqual(['Fête'])
})

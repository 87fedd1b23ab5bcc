import { describe, expect, test } from 'vitest'
import { cleanImage } from '../../src/core/domain/images/clean-image.ts'
import { ImageFault } from '../../src/core/domain/images/image-bytes.ts'
import {
  ALPHA,
  type AvifItem,
  type AvifLink,
  type AvifTrack,
  avif,
  extent,
  grid,
  two,
} from '../setup/avif.ts'
import { asText, box, bytesOf, placeOf, replaced } from '../setup/pictures.ts'

const SECRET = '48.8584 N, 2.2945 E'

const clean = (bytes: Uint8Array) => asText(cleanImage(bytes).bytes)

/** What is refused, and why. */
function faultOf(bytes: Uint8Array): string {
  try {
    cleanImage(bytes)
    return 'accepted'
  } catch (error) {
    if (error instanceof ImageFault) return error.why
    throw error
  }
}

const plain = clean(avif())
const size = extent(6, 4)

describe('of an AVIF, the picture that is shown is kept', () => {
  test('with its size, how its pixels are coded, its colors and how it is turned', () => {
    const properties = [
      box('av1C', '\x81\0\0\0'),
      box('pixi', 0, '\x03\x08\x08\x08'),
      box('colr', 'nclx\0\x01\0\x0d\0\x06\x80'),
      box('colr', 'prof', 'a profile'),
      box('pasp', 1, 1),
      box('clli', '\0\x01\0\x02'),
      box('irot', '\x02'),
      box('imir', '\0'),
    ]
    const bytes = clean(avif({ properties }))
    for (const property of properties) expect(bytes).toContain(asText(property))
    expect(bytes).toContain('PIXELS')
    expect(clean(cleanImage(avif({ properties })).bytes)).toBe(bytes)
  })

  test('with the tiles of its grid, and its transparency', () => {
    const items: AvifItem[] = [
      { type: 'grid', data: grid(1, 2, 12, 4), isInside: true, properties: [extent(12, 4)] },
      { data: 'LEFT', properties: [size], isHidden: true },
      { data: 'RIGHT', properties: [size], isHidden: true },
      {
        type: 'grid',
        data: bytesOf(grid(1, 2, 12, 4), SECRET),
        isInside: true,
        properties: [extent(12, 4), ALPHA],
      },
      { data: 'CLEAR', properties: [size], isHidden: true },
      { data: 'OPAQUE', properties: [size], isHidden: true },
    ]
    const bytes = avif({
      items,
      links: [
        ['dimg', 1, 2, 3],
        ['dimg', 4, 5, 6],
        ['auxl', 4, 1],
        ['prem', 1, 4],
      ],
    })
    const result = cleanImage(bytes)
    expect(result).toMatchObject({ width: 12, height: 4 })
    const text = asText(result.bytes)
    for (const part of ['LEFT', 'RIGHT', 'CLEAR', 'OPAQUE', 'auxl', 'prem', 'dimg'])
      expect(text).toContain(part)
    expect(text).not.toContain(SECRET)
    expect(clean(result.bytes)).toBe(text)
  })

  test.each([
    ['as it is', [], [6, 4]],
    ['turned', [box('irot', '\x01')], [4, 6]],
    ['turned twice', [box('irot', '\x02')], [6, 4]],
    ['cut out', [box('clap', 4, 1, 3, 1, 0, 1, 0, 1)], [4, 3]],
    ['cut out, then turned', [box('clap', 4, 1, 3, 1, 0, 1, 0, 1), box('irot', '\x03')], [3, 4]],
  ] as const)('with the size that is shown: %s', (_, properties, [width, height]) => {
    expect(cleanImage(avif({ properties }))).toMatchObject({ width, height })
  })
})

describe('of an AVIF, everything else goes:', () => {
  const others: [what: string, item: AvifItem, link: AvifLink | null][] = [
    ['Exif', { type: 'Exif', data: SECRET }, null],
    ['XMP', { type: 'mime', data: SECRET }, null],
    ['a link', { type: 'uri ', data: SECRET }, null],
    ['an item of a kind of its own', { type: 'mine', data: SECRET, properties: [size] }, null],
    ['a second picture', { data: SECRET, properties: [size] }, null],
    ['a picture of another coding', { type: 'hvc1', data: SECRET, properties: [size] }, null],
    ['a map of light', { type: 'tmap', data: SECRET, properties: [size] }, null],
    ['a thumbnail', { data: SECRET, properties: [size] }, ['thmb', 2, 1]],
    [
      'an image of depth',
      { data: SECRET, properties: [box('auxC', 0, 'urn:mpeg:hevc:2015:auxid:2\0')] },
      ['auxl', 2, 1],
    ],
    ['a picture that this one was made of', { data: SECRET, properties: [size] }, ['base', 1, 2]],
    ['a picture that it describes', { data: SECRET, properties: [size] }, ['cdsc', 2, 1]],
    ['the tiles of another one', { data: SECRET, properties: [size] }, ['dimg', 3, 2]],
  ]
  test.each(others)('%s', (_, item, link) => {
    const items: AvifItem[] = [
      { data: 'PIXELS', properties: [size] },
      item,
      { type: 'grid', data: grid(1, 1, 6, 4) },
    ]
    expect(clean(avif({ items, links: link === null ? [] : [link] }))).toBe(plain)
  })

  test.each([
    ['a name, a description and tags', box('udes', 0, `de\0${SECRET}\0x\0x\0`)],
    ['an alternative text', box('altt', 0, `${SECRET}\0de\0`)],
    ['the time of its creation', box('crtt', 0, SECRET)],
    ['the time of a change', box('mdft', 0, SECRET)],
    ['a property of a program', box('uuid', 'sixteen bytes ..', SECRET)],
    ['an unknown property', box('mine', SECRET)],
    ['colors of an unknown kind', box('colr', 'mine', SECRET)],
  ])('%s', (_, property) => expect(clean(avif({ properties: [property] }))).toBe(plain))

  test.each([
    ['the size', box('ispe', 0, 6, 4, SECRET)],
    ['how its pixels are coded', box('av1C', '\x81\0\0\0', SECRET)],
    ['its depth', box('pixi', 0, '\x01\x08', SECRET)],
    ['a turn', box('irot', '\x01', SECRET)],
  ])('what hides behind %s', (_, property) =>
    expect(clean(avif({ properties: [property] }))).not.toContain(SECRET),
  )

  test('names of items, of programs and of brands', () => {
    const items = [{ data: 'PIXELS', name: SECRET, properties: [size] }]
    expect(clean(avif({ items }))).toBe(plain)
    expect(clean(avif({ brands: `avifmif1SECR${SECRET.slice(0, 4)}` }))).toBe(plain)
    const named = replaced(avif(), 12, bytesOf('VERS'))
    expect(clean(named)).toBe(plain)
  })

  test('boxes that hold no image, in it, before and behind it, and bytes of no item', () => {
    const hidden = [
      box('free', SECRET),
      box('jumb', SECRET),
      box('uuid', 'sixteen bytes ..', SECRET),
      box('idat', SECRET),
    ]
    for (const one of hidden) {
      expect(clean(avif({ inMeta: [one] }))).toBe(plain)
      expect(clean(avif({ more: [one] }))).toBe(plain)
    }
    expect(clean(avif({ rest: SECRET }))).toBe(plain)
    // What stands behind is no box.
    expect(clean(bytesOf(avif(), SECRET))).toBe(plain)
    expect(clean(bytesOf(avif(), 'PK\x03\x04 and more'))).toBe(plain)
  })
})

describe('of an animation', () => {
  const track: AvifTrack = { samples: ['FIRST', 'SECOND', 'THIRD'] }
  const moving = cleanImage(avif({ tracks: [track] }))

  test('the tracks of pictures and of their transparency are kept', () => {
    expect(moving).toMatchObject({ width: 6, height: 4 })
    const text = asText(moving.bytes)
    expect(text).toContain('PIXELSFIRSTSECONDTHIRD')
    expect(text).toContain('avis')
    expect(clean(moving.bytes)).toBe(text)
    const both = avif({ tracks: [track, { handler: 'auxv', links: [['auxl', 1]], samples: ['CLEAR'] }] })
    expect(clean(both)).toContain('CLEAR')
    expect(clean(both)).toContain(asText(box('auxl', 1)))
  })

  test('the chunks are where the new list says', () => {
    const text = asText(moving.bytes)
    const stco = text.indexOf('stco')
    const [a = 0, b = 0] = moving.bytes.subarray(stco + 14, stco + 16)
    expect(text.indexOf('FIRST')).toBe(a * 256 + b)
  })

  test('it needs no picture beside', () => {
    expect(cleanImage(avif({ items: [], tracks: [track], brands: 'avis' }))).toMatchObject({
      width: 6,
      height: 4,
    })
  })

  test.each([
    ['metadata', { handler: 'meta', samples: [SECRET] }],
    ['sound', { handler: 'soun', samples: [SECRET] }],
    ['texts', { handler: 'text', samples: [SECRET] }],
    ['pictures of another program', { handler: 'mine', samples: [SECRET] }],
  ])('a track of %s goes, and links to it', (_, other) => {
    const linked = {
      ...track,
      links: [
        ['cdsc', 2],
        ['auxl', 2],
      ] as const,
    }
    expect(asText(cleanImage(avif({ tracks: [linked, other] })).bytes)).toBe(asText(moving.bytes))
  })

  test('names, texts, times of creation and all that is no pixels go', () => {
    const hidden = [
      box('udta', SECRET),
      box('meta', SECRET),
      box('free', SECRET),
      box('uuid', 'sixteen bytes ..', SECRET),
      box('trak', box('mine', SECRET)),
    ]
    for (const one of hidden) {
      if (asText(one).slice(4, 8) !== 'trak')
        expect(clean(avif({ tracks: [{ ...track, more: [one] }] }))).toBe(asText(moving.bytes))
    }
    expect(clean(avif({ tracks: [track], inMovie: hidden.slice(0, 4) }))).toBe(asText(moving.bytes))
    const text = asText(moving.bytes)
    expect(text).not.toContain('SECR')
    // The times of the headers, as `test/setup/avif.ts` has them.
    expect(text).not.toContain('\x11\x22\x33')
  })

  test('what is in fragments, in another file, or in chunks that lie is broken', () => {
    const bytes = avif({ tracks: [track] })
    expect(faultOf(avif({ tracks: [track], inMovie: [box('mvex', 0)] }))).toBe('broken')
    expect(faultOf(replaced(bytes, placeOf(bytes, 'url ') + 4, bytesOf(0)))).toBe('broken')
    const other = replaced(bytes, placeOf(bytes, 'stsd') + 16, bytesOf('hvc1'))
    expect(faultOf(other)).toBe('broken')
    for (const [name, at, value] of [
      ['stsz', 12, 2],
      ['stsz', 12, 0xffffffff],
      ['stsc', 16, 4],
      ['stsc', 12, 2],
      ['stco', 12, 0xffffffff],
      ['stts', 8, 0xffffffff],
    ] as const)
      expect(faultOf(replaced(bytes, placeOf(bytes, name) + at, bytesOf(value))), `${name} ${at}`).toBe(
        'broken',
      )
  })
})

describe('an AVIF is broken', () => {
  test.each([
    ['its picture is of a coding that is not known', { type: 'hvc1', data: 'PIXELS', properties: [size] }],
    ['its picture is made of others in an unknown way', { type: 'iovl', data: 'PIXELS', properties: [size] }],
    [
      'it needs a property that is not known',
      { data: 'PIXELS', properties: [size, { essential: box('mine', 'x') }] },
    ],
    ['it has no size', { data: 'PIXELS' }],
    ['it has no pixels', { data: '', properties: [size] }],
    ['a grid has other tiles than it says', { type: 'grid', data: grid(1, 2, 12, 4), properties: [size] }],
    ['a grid is made of itself', { type: 'grid', data: grid(1, 1, 6, 4), properties: [size] }],
  ] as const)('if %s', (_, item) => {
    expect(faultOf(avif({ items: [item], links: [['dimg', 1, 1]] }))).toBe('broken')
  })

  test('if a grid is made of grids, however many', () => {
    const items = Array.from({ length: 9_000 }, () => ({ type: 'grid', data: grid(1, 1, 6, 4) }))
    const links = items.map((_, index) => ['dimg', index + 1, index + 2] as const)
    expect(faultOf(avif({ items, links: links.slice(0, -1) }))).toBe('broken')
  })

  test('if a list is of a version that is not known', () => {
    const bytes = avif({ links: [['cdsc', 1, 1]] })
    for (const name of ['pitm', 'iloc', 'iinf', 'infe', 'iref', 'ipma'])
      expect(faultOf(replaced(bytes, placeOf(bytes, name) + 4, bytesOf('\x09'))), name).toBe('broken')
  })

  test('if the places of its picture are elsewhere, or there twice', () => {
    const bytes = avif()
    const place = placeOf(bytes, 'iloc') + 12
    expect(faultOf(replaced(bytes, place + 2, bytesOf('\0\x02')))).toBe('broken')
    expect(faultOf(replaced(bytes, place + 4, bytesOf('\0\x01')))).toBe('broken')
    expect(faultOf(replaced(bytes, place + 8, bytesOf(0x7fffffff)))).toBe('broken')
    expect(faultOf(replaced(bytes, place + 12, bytesOf(0x7fffffff)))).toBe('broken')
    const twice = avif({ metadata: [['Exif', SECRET]] })
    expect(faultOf(replaced(twice, placeOf(twice, 'iloc') + 28, two(1)))).toBe('broken')
  })

  test('if it has too many pixels, in whichever item', () => {
    expect(faultOf(avif({ width: 10_000, height: 10_001 }))).toBe('pixels')
    expect(faultOf(avif({ properties: [extent(10_000, 10_001)] }))).toBe('pixels')
    const alpha = { data: 'CLEAR', properties: [extent(10_000, 10_001), ALPHA] }
    expect(
      faultOf(avif({ items: [{ data: 'PIXELS', properties: [size] }, alpha], links: [['auxl', 2, 1]] })),
    ).toBe('pixels')
    const item = { type: 'grid', data: grid(1, 1, 10_000, 10_001), properties: [size] }
    expect(
      faultOf(avif({ items: [item, { data: 'PIXELS', properties: [size] }], links: [['dimg', 1, 2]] })),
    ).toBe('pixels')
  })
})

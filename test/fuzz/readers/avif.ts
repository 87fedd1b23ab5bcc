import type { Dice } from '../../../src/testing/dice.ts'
import { ALPHA, type AvifItem, type AvifLink, type AvifTrack, avif, extent, grid } from '../../setup/avif.ts'
import { box, bytesOf, PICTURES } from '../../setup/pictures.ts'
import { type Bytes, fuzzImages, many, SECRET } from '../pictures.ts'

const size = extent(6, 4)

const property = (dice: Dice): AvifItem['properties'] => [
  dice.oneOf([
    box('irot', '\x01', SECRET),
    box('udes', 0, SECRET),
    box('altt', 0, SECRET),
    box('mine', SECRET),
    box('pixi', 0, '\x01\x08', SECRET),
    box('colr', 'nclx\0\x01\0\x0d\0\x06\x80', SECRET),
    box('clap', 4, 1, 3, 1, 0, 1, 0, 1),
    box('a1lx', '\0\0\0\0\0\0\0', SECRET),
    ALPHA,
  ]),
]

/** The picture first, or a grid of tiles; behind it what is linked with it, and what is not. */
function file(dice: Dice): Bytes {
  const hidden = (): AvifItem => ({
    type: dice.oneOf(['av01', 'mime', 'Exif', 'mine', 'hvc1']),
    data: SECRET,
    name: SECRET,
    properties: [size],
  })
  const others = dice.some(8, hidden)
  const columns = 1 + dice.upTo(4)
  const tiles = Array.from({ length: columns }, () => ({ data: 'TILE', properties: [size], isHidden: true }))
  const isGrid = dice.chance(2)
  const items: AvifItem[] = [
    isGrid
      ? {
          type: 'grid',
          data: bytesOf(grid(1, columns, 6 * columns, 4), SECRET),
          isInside: dice.chance(2),
          properties: [size],
        }
      : { data: 'PIXELS', name: SECRET, properties: [size, ...(property(dice) ?? [])] },
    ...tiles,
    { data: 'CLEAR', properties: [size, ALPHA] },
    ...others,
  ]
  const links: AvifLink[] = [
    ...(isGrid ? [['dimg', 1, ...tiles.map((_, index) => index + 2)] as const] : []),
    ['auxl', columns + 2, 1],
    ...others.map(
      (_, index): AvifLink => [dice.oneOf(['thmb', 'cdsc', 'auxl', 'base']), columns + 3 + index, 1],
    ),
  ]
  const tracks: AvifTrack[] = dice.some(3, () => ({
    handler: dice.oneOf(['pict', 'auxv']),
    samples: ['FIRST', ...dice.some(9, () => 'x'.repeat(dice.upTo(100)))],
    more: dice.some(3, () => box(dice.oneOf(['udta', 'meta', 'mine']), SECRET)),
  }))
  const more = dice.some(3, () =>
    box(dice.oneOf(['free', 'uuid', 'jumb', 'skip']), 'sixteen bytes ..', SECRET),
  )
  return avif({ items, links, tracks, inMovie: more, inMeta: more, more, rest: SECRET })
}

/** Boxes in boxes, and boxes and lists of very many parts. */
function monster(dice: Dice): Bytes {
  const nested = (type: string, depth: number): Bytes => {
    const whole = new Uint8Array(8 * depth)
    const view = new DataView(whole.buffer)
    for (let level = 0; level < depth; level++) {
      view.setUint32(8 * level, whole.length - 8 * level)
      whole.set(bytesOf(type), 8 * level + 4)
    }
    return whole
  }
  const parts = { items: [{ data: 'PIXELS', properties: [size] }], tracks: [{ samples: ['FIRST'] }] }
  return dice.oneOf([
    () => avif({ ...parts, inMovie: [nested(dice.oneOf(['trak', 'moov', 'meta', 'udta']), 10_000)] }),
    () => avif({ ...parts, inMeta: [nested('meta', 10_000), many(dice, box('free'))] }),
    () => avif({ ...parts, more: [many(dice, box('free'))] }),
    () => avif({ ...parts, inMovie: [many(dice, box('trak'))] }),
    () =>
      listed(
        dice,
        'ipma',
        bytesOf(0x01000000, 0x00ffffff),
        bytesOf('\0\0\0\x01', '\xff', '\x01'.repeat(255)),
      ),
    () => listed(dice, 'ipma', bytesOf(0, 0xffffffff), bytesOf('\0\x01\0')),
    () => listed(dice, 'iloc', bytesOf(0, '\0\0\xff\xff'), bytesOf('\0\x01\0\0\xff\xff')),
    () => listed(dice, 'iref', bytesOf(0), box('dimg', '\0\x01\xff\xff')),
    () => listed(dice, 'iref', bytesOf(0), box('dimg', '\0\x01\0\x01\0\x01')),
    () => listed(dice, 'ipco', bytesOf(), box('irot', '\0')),
    () => listed(dice, 'stsz', bytesOf(0, 0, 0x00800000), bytesOf(1)),
    () => listed(dice, 'stco', bytesOf(0, 0x00800000), bytesOf(1)),
    () => listed(dice, 'stts', bytesOf(0, 0x00800000), bytesOf(1)),
    () => PICTURES['image/avif'].slice(),
  ])()
}

/** A file with a list that is very long, and says so or not. */
function listed(dice: Dice, name: string, start: Bytes, part: Bytes): Bytes {
  const list = bytesOf(start, many(dice, part))
  const outer: Record<string, (one: Bytes) => Bytes> = {
    ipma: (one) => box('iprp', box('ipco', size), one),
    ipco: (one) => box('iprp', one, box('ipma', 0, 0)),
  }
  const whole = avif({ tracks: [{ samples: ['FIRST'] }] })
  const own = (outer[name] ?? ((one: Bytes) => one))(box(name, list))
  const type = outer[name] === undefined ? name : 'iprp'
  return withBox(whole, type, own)
}

/** The file with a box in place of the one of its type, and the boxes around it as much longer. */
function withBox(bytes: Bytes, type: string, put: Bytes): Bytes {
  const view = new DataView(bytes.buffer)
  const text = Buffer.from(bytes).toString('latin1')
  const at = text.indexOf(type) - 4
  const size = view.getUint32(at)
  for (const around of ['meta', 'moov', 'trak', 'mdia', 'minf', 'stbl']) {
    const start = text.indexOf(around) - 4
    const length = view.getUint32(start)
    if (start < at && at < start + length) view.setUint32(start, length + put.length - size)
  }
  return bytesOf(bytes.subarray(0, at), put, bytes.subarray(at + size))
}

await fuzzImages((dice) => (dice.chance(4) ? monster(dice) : file(dice)))

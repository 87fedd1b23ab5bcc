import { describe, expect, test } from 'vitest'
import { cleanImage } from '../../src/domain/images/clean-image.ts'
import { ImageFault } from '../../src/domain/images/image-bytes.ts'
import { orientationIn } from '../../src/domain/images/orientation.ts'
import { checksum } from '../../src/domain/images/png.ts'
import { typeOf } from '../../src/domain/images/type-of.ts'
import {
  asText,
  avif,
  box,
  bytesOf,
  exif,
  inserted,
  jpegSegment,
  little,
  PICTURES,
  placeOf,
  pngChunk,
  replaced,
  webpChunk,
  webpFile,
  webpHeader,
} from '../setup/pictures.ts'

const SECRET = '48.8584 N, 2.2945 E'
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
const png = PICTURES['image/png']
const jpeg = PICTURES['image/jpeg']
const gif = PICTURES['image/gif']
const webp = PICTURES['image/webp']

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

const clean = (bytes: Uint8Array) => asText(cleanImage(bytes).bytes)

describe('an image', () => {
  test.each(TYPES)('of type %s is known by its first bytes, and has the size of its header', (type) => {
    const { type: found, width, height } = cleanImage(PICTURES[type])
    expect({ found, width, height }).toEqual({ found: type, width: 6, height: 4 })
  })

  test.each(TYPES)('without metadata stays as it is: %s', (type) => {
    const bytes = PICTURES[type]
    // Resolution is kept; it says nothing about people.
    expect(asText(cleanImage(bytes).bytes)).toBe(asText(bytes))
  })

  test.each(TYPES)('of type %s that is cut off anywhere is broken or none, and never accepted', (type) => {
    const bytes = PICTURES[type]
    for (let end = 0; end < bytes.length; end++)
      expect(`${end}: ${faultOf(bytes.subarray(0, end))}`).toMatch(/: (type|broken)$/)
  })

  test.each(TYPES)(
    'of type %s with any one byte changed is cleaned or refused, without another error',
    (type) => {
      for (let at = 0; at < PICTURES[type].length; at++)
        for (const value of ['\0', '\x7f', '\xff'])
          expect(faultOf(replaced(PICTURES[type], at, bytesOf(value)))).toMatch(/accepted|type|broken|pixels/)
    },
  )

  test.each([
    '',
    '%PDF-1.7',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<!doctype html>',
    'BM',
    'RIFF\0\0\0\0WAVE',
    'II*\0',
  ])('is nothing that begins with %j', (text) => expect(faultOf(bytesOf(text, 'x'.repeat(100)))).toBe('type'))

  test('in the format of telephones is not one that browsers show', () => {
    expect(typeOf(box('ftyp', 'heic', 0, 'mif1heic'))).toBeUndefined()
    expect(typeOf(box('ftyp', 'mif1', 0, 'mif1heic'))).toBeUndefined()
    expect(typeOf(box('ftyp', 'mif1', 0, 'mif1avif'))).toBe('image/avif')
  })
})

describe('JPEG', () => {
  test.each([
    ['Exif', jpegSegment(0xe1, 'Exif\0\0', exif(1, SECRET))],
    ['XMP', jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`)],
    ['a thumbnail', jpegSegment(0xe0, `JFIF\0${SECRET}`)],
    ['IPTC', jpegSegment(0xed, `Photoshop 3.0\0${SECRET}`)],
    ['a list of further images', jpegSegment(0xe2, `MPF\0${SECRET}`)],
    ['a comment', jpegSegment(0xfe, SECRET)],
    ['a segment of a program', jpegSegment(0xef, SECRET)],
  ])('loses %s', (_, segment) => {
    expect(clean(inserted(jpeg, 2, segment))).toBe(asText(jpeg))
    expect(clean(inserted(jpeg, placeOf(jpeg, '\xff\xda'), segment))).toBe(asText(jpeg))
  })

  test('loses what follows its end: an image of depth, a film, a page', () => {
    expect(clean(bytesOf(jpeg, jpeg))).toBe(asText(jpeg))
    expect(clean(bytesOf(jpeg, '<script>alert(1)</script>'))).toBe(asText(jpeg))
  })

  test('loses what stands between two scans', () => {
    const scan = placeOf(jpeg, '\xff\xda')
    const twice = inserted(jpeg, jpeg.length - 2, jpegSegment(0xfe, SECRET), jpeg.subarray(scan, -2))
    expect(clean(twice)).toBe(asText(inserted(jpeg, jpeg.length - 2, jpeg.subarray(scan, -2))))
  })

  test('keeps its profile of colors', () => {
    const profiled = inserted(jpeg, 2, jpegSegment(0xe2, 'ICC_PROFILE\0\x01\x01profile'))
    expect(clean(profiled)).toBe(asText(profiled))
  })

  test.each([
    [1, 6, 4],
    [3, 6, 4],
    [6, 4, 6],
    [8, 4, 6],
    [9, 6, 4],
  ])('keeps the orientation %i alone, and has its size after it: %i × %i', (orientation, width, height) => {
    const turned = cleanImage(inserted(jpeg, 2, jpegSegment(0xe1, 'Exif\0\0', exif(orientation, SECRET))))
    expect([turned.width, turned.height]).toEqual([width, height])
    expect(asText(turned.bytes)).not.toContain(SECRET)
    const start = placeOf(turned.bytes, 'Exif\0\0')
    expect(start < 0 ? 1 : orientationIn(turned.bytes.subarray(start + 6))).toBe(
      orientation > 8 ? 1 : orientation,
    )
  })

  test('keeps how colors are coded where decoders would guess wrong, and nothing beside it', () => {
    const adobe = (transform: string) => jpegSegment(0xee, `Adobe\0\x64\0\0\0\0${transform}${SECRET}`)
    expect(clean(inserted(jpeg, 2, adobe('\0')))).toContain('\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\0')
    expect(clean(inserted(jpeg, 2, adobe('\0')))).not.toContain(SECRET)
    expect(clean(inserted(jpeg, 2, adobe('\x01')))).toBe(asText(jpeg))
  })

  test('is broken without a frame, with two, without pixels, with an unknown segment', () => {
    const frame = placeOf(jpeg, '\xff\xc0')
    const end = frame + 2 + 17
    expect(faultOf(bytesOf(jpeg.subarray(0, frame), jpeg.subarray(end)))).toBe('broken')
    expect(faultOf(inserted(jpeg, end, jpeg.subarray(frame, end)))).toBe('broken')
    expect(faultOf(bytesOf(jpeg.subarray(0, end), '\xff\xd9'))).toBe('broken')
    expect(faultOf(inserted(jpeg, 2, jpegSegment(0x02, 'x')))).toBe('broken')
    expect(faultOf(replaced(jpeg, frame + 5, bytesOf('\0\0')))).toBe('broken')
  })
})

describe('PNG', () => {
  const text = pngChunk('tEXt', `Comment\0${SECRET}`)

  test.each([
    ['text', text],
    ['compressed text', pngChunk('zTXt', `Comment\0\0${SECRET}`)],
    ['XMP', pngChunk('iTXt', `XML:com.adobe.xmp\0${SECRET}`)],
    ['Exif', pngChunk('eXIf', exif(1, SECRET))],
    ['a time', pngChunk('tIME', SECRET)],
    ['a chunk of a program', pngChunk('prVt', SECRET)],
  ])('loses %s', (_, chunk) => {
    expect(clean(inserted(png, 33, chunk))).toBe(asText(png))
    expect(clean(inserted(png, png.length - 12, chunk))).toBe(asText(png))
  })

  test('loses what follows its end', () =>
    expect(clean(bytesOf(png, `PK\x03\x04${SECRET}`))).toBe(asText(png)))

  test('keeps the orientation alone, with a checksum that is right', () => {
    const { bytes, width, height } = cleanImage(inserted(png, 33, pngChunk('eXIf', exif(6, SECRET))))
    expect([width, height]).toEqual([4, 6])
    expect(asText(bytes)).not.toContain(SECRET)
    const at = placeOf(bytes, 'eXIf')
    expect(orientationIn(bytes.subarray(at + 4))).toBe(6)
    expect(asText(bytes.subarray(at + 30, at + 34))).toBe(
      asText(bytesOf(checksum(bytes.subarray(at, at + 30)))),
    )
  })

  test('has checksums as its specification says', () => expect(checksum(bytesOf('IEND'))).toBe(0xae426082))

  test('of more than 100 megapixels in 100 bytes is refused by its header', () => {
    expect(faultOf(replaced(png, 16, bytesOf(10_000, 10_000)))).toBe('accepted')
    expect(faultOf(replaced(png, 16, bytesOf(10_000, 10_001)))).toBe('pixels')
    expect(faultOf(replaced(png, 16, bytesOf(0x7fffffff, 0x7fffffff)))).toBe('pixels')
  })

  test('is broken without pixels, with a size of 0, and with a chunk that no decoder may skip', () => {
    expect(faultOf(replaced(png, 16, bytesOf(0)))).toBe('broken')
    expect(faultOf(replaced(png, placeOf(png, 'IDAT'), bytesOf('idAT')))).toBe('broken')
    expect(faultOf(inserted(png, 33, pngChunk('CgBI', 'x')))).toBe('broken')
  })
})

describe('GIF', () => {
  const pictures = placeOf(gif, '!\xf9')

  test.each([
    ['a comment', `!\xfe\x13${SECRET}\0`],
    ['XMP', `!\xff\x0bXMP DataXMP\x13${SECRET}\0`],
    ['a text', `!\x01\x13${SECRET}\0`],
    ['a block of a program', `!\xff\x0bMYPROGRAM10\x13${SECRET}\0`],
    ['a false loop', `!\xff\x0bNETSCAPE2.0\x13${SECRET}\0`],
  ])('loses %s', (_, block) => {
    expect(clean(inserted(gif, pictures, bytesOf(block)))).toBe(asText(gif))
  })

  test('loses what follows its end', () => expect(clean(bytesOf(gif, SECRET))).toBe(asText(gif)))

  test('keeps how often it repeats, without what hides behind that', () => {
    const loop = '!\xff\x0bNETSCAPE2.0\x03\x01\x02\0'
    expect(clean(inserted(gif, pictures, bytesOf(`${loop}\x13${SECRET}\0`)))).toBe(
      asText(inserted(gif, pictures, bytesOf(`${loop}\0`))),
    )
  })

  test('of too many pixels is refused by its header, and by that of a picture', () => {
    expect(faultOf(replaced(gif, 6, bytesOf('\xff\xff\xff\xff')))).toBe('pixels')
    expect(faultOf(replaced(gif, placeOf(gif, ',\0\0\0\0') + 5, bytesOf('\xff\xff\xff\xff')))).toBe('pixels')
  })

  test('is broken without a picture', () => {
    expect(faultOf(bytesOf(gif.subarray(0, pictures), ';'))).toBe('broken')
  })
})

describe('WebP', () => {
  const pixels = webp.subarray(12)

  test('loses Exif, XMP and unknown chunks, and the words for them in its header', () => {
    const file = webpFile(
      webpHeader(0x0c),
      pixels,
      webpChunk('EXIF', exif(1, SECRET)),
      webpChunk('XMP ', bytesOf(SECRET)),
      webpChunk('mine', bytesOf(SECRET)),
    )
    expect(clean(file)).toBe(asText(webpFile(webpHeader(0), pixels)))
  })

  test('loses what follows its end', () => {
    expect(clean(bytesOf(webp, SECRET))).toBe(asText(webp))
    expect(clean(webpFile(pixels, webpChunk('EXIF', bytesOf(SECRET))))).toBe(asText(webp))
  })

  test.each(['', 'Exif\0\0'])('keeps the orientation alone, after %j', (start) => {
    const data = bytesOf(start, exif(6, SECRET))
    const { bytes, width, height } = cleanImage(webpFile(webpHeader(8), pixels, webpChunk('EXIF', data)))
    expect([width, height]).toEqual([4, 6])
    expect(asText(bytes)).not.toContain(SECRET)
    expect(bytes[20]).toBe(8)
    expect(orientationIn(bytes.subarray(placeOf(bytes, 'EXIF') + 8))).toBe(6)
    expect(bytes.length).toBe(8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true))
  })

  test('keeps the frames of an animation without what hides in them', () => {
    const frame = (...parts: Uint8Array[]) =>
      webpChunk('ANMF', bytesOf('\0\0\0\0\0\0\x05\0\0\x03\0\0\x64\0\0\0', ...parts))
    const animation = (...parts: Uint8Array[]) =>
      webpFile(webpHeader(2), webpChunk('ANIM', bytesOf('\0\0\0\0\0\0')), frame(...parts), frame(pixels))
    const hidden = webpChunk('mine', bytesOf(SECRET))
    expect(clean(animation(pixels, hidden))).toBe(asText(animation(pixels)))
    const outside = webpChunk('ANMF', bytesOf('\x01\0\0\0\0\0\x05\0\0\x03\0\0\x64\0\0\0', pixels))
    expect(faultOf(webpFile(webpHeader(2), outside))).toBe('broken')
  })

  test('without loss has its size in its pixels', () => {
    const bits = 5 | (3 << 14)
    const lossless = webpFile(webpChunk('VP8L', bytesOf('/', little(bits), 'pixels')))
    expect(cleanImage(lossless)).toMatchObject({ width: 6, height: 4 })
    expect(clean(lossless)).toBe(asText(lossless))
  })

  test('is broken where pixels have another size than the header, and refused with too many', () => {
    const larger = replaced(webpHeader(0), 12, bytesOf('\x06\0\0'))
    expect(faultOf(webpFile(larger, pixels))).toBe('broken')
    const huge = replaced(webpHeader(0), 12, bytesOf('\xff\xff\xff\xff\xff\xff'))
    expect(faultOf(webpFile(huge, pixels))).toBe('pixels')
    expect(faultOf(webpFile(webpHeader(0)))).toBe('broken')
  })
})

describe('AVIF', () => {
  const kept = avif({
    metadata: [
      ['Exif', SECRET],
      ['mime', `${SECRET}!`],
    ],
    rest: SECRET,
  })

  test('has zeros where Exif, XMP and bytes of no item were; all else stays where it is', () => {
    const expected = asText(kept).replaceAll(/48\.8584 N, 2\.2945 E!?/g, (secret) =>
      '\0'.repeat(secret.length),
    )
    expect(clean(kept)).toBe(expected)
    expect(clean(kept)).toContain('PIXELS')
  })

  test('loses boxes that hold no image', () => {
    const free = box('free', '\0'.repeat(SECRET.length))
    expect(clean(avif({ more: [box('free', SECRET)] }))).toBe(asText(avif({ more: [free] })))
    expect(clean(avif({ more: [box('uuid', 'sixteen bytes ..', SECRET)] }))).not.toContain(SECRET)
    expect(clean(avif({ more: [box('jumb', SECRET)] }))).not.toContain(SECRET)
    const movie = box('moov', box('udta', SECRET), box('trak', box('meta', SECRET), box('tkhd', 'KEPT')))
    expect(clean(avif({ more: [movie] }))).not.toContain(SECRET)
    expect(clean(avif({ more: [movie] }))).toContain('KEPT')
  })

  test.each([
    ['as it is', [], [6, 4]],
    ['turned', [box('irot', '\x01')], [4, 6]],
    ['turned twice', [box('irot', '\x02')], [6, 4]],
    ['cut out', [box('clap', 4, 1, 3, 1, 0, 1, 0, 1)], [4, 3]],
    ['cut out, then turned', [box('clap', 4, 1, 3, 1, 0, 1, 0, 1), box('irot', '\x03')], [3, 4]],
  ] as const)('has the size that is shown: %s', (_, properties, [width, height]) => {
    expect(cleanImage(avif({ properties }))).toMatchObject({ width, height })
  })

  test('of too many pixels is refused by its header', () => {
    expect(faultOf(avif({ width: 10_000, height: 10_001 }))).toBe('pixels')
    expect(faultOf(avif({ properties: [box('ispe', 0, 10_000, 10_001)] }))).toBe('pixels')
  })

  test('with a second format behind it is broken', () => {
    expect(faultOf(bytesOf(avif(), 'PK\x03\x04 and more'))).toBe('broken')
    expect(faultOf(bytesOf(avif(), SECRET))).toBe('broken')
  })

  test('with items elsewhere, in two places or in parts without end is broken', () => {
    const place = placeOf(kept, 'iloc') + 12
    expect(faultOf(replaced(kept, place + 2, bytesOf('\0\x01')))).toBe('broken')
    expect(faultOf(replaced(kept, place + 6, bytesOf(0x7fffffff)))).toBe('broken')
    expect(faultOf(replaced(kept, place + 15, bytesOf('\x01')))).toBe('broken')
    // Parts that take no bytes of the file: 65,535 in each of 65,535 items.
    const endless = replaced(kept, placeOf(kept, 'iloc') + 8, bytesOf('\0\0\xff\xff', '\0\x01\0\0\xff\xff'))
    expect(faultOf(endless)).toBe('broken')
  })
})

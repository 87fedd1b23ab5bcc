import { describe, expect, test } from 'vitest'
import { cleanImage } from '../../src/core/domain/images/clean-image.ts'
import { ImageFault } from '../../src/core/domain/images/image-bytes.ts'
import { orientationIn } from '../../src/core/domain/images/orientation.ts'
import { checksum } from '../../src/core/domain/images/png-checksum.ts'
import { typeOf } from '../../src/core/domain/images/type-of.ts'
import {
  asText,
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
    // The lists of an AVIF are written anew, always in the same way.
    const bytes = type === 'image/avif' ? cleanImage(PICTURES[type]).bytes : PICTURES[type]
    // Resolution is kept; it says nothing about people.
    expect(asText(cleanImage(bytes).bytes)).toBe(asText(bytes))
  })

  test.each([
    ['image/png', placeOf(png, 'IDAT') + 4],
    ['image/jpeg', placeOf(jpeg, '\xff\xda') + 13],
    ['image/gif', gif.length - 10],
    ['image/webp', 30],
  ] as const)(
    'of type %s that is cut off in its pixels ends there, and before them it is broken',
    (type, pixels) => {
      const bytes = PICTURES[type]
      for (let end = 0; end < bytes.length; end++) {
        const cut = bytes.subarray(0, end)
        if (end <= pixels) expect(`${end}: ${faultOf(cut)}`).toMatch(/: (type|broken)$/)
        else {
          const mended = cleanImage(cut)
          expect(mended, `${end}`).toMatchObject({ width: 6, height: 4 })
          // It is a whole one now.
          expect(clean(mended.bytes)).toBe(asText(mended.bytes))
        }
      }
    },
  )

  test('of type image/avif that is cut off anywhere is broken', () => {
    const bytes = PICTURES['image/avif']
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

  test('has stray bytes between its segments left out, as decoders do', () => {
    const scan = placeOf(jpeg, '\xff\xda')
    for (const stray of ['\0', SECRET, '\xff\0\xff\xff', '\xff\xd3', '\xff\x01', 'x'.repeat(100_000)]) {
      expect(clean(inserted(jpeg, 2, bytesOf(stray)))).toBe(asText(jpeg))
      expect(clean(inserted(jpeg, scan, bytesOf(stray)))).toBe(asText(jpeg))
    }
  })

  test('without its end marker gets one, and loses the trailer of a phone', () => {
    const open = jpeg.subarray(0, -2)
    const data = bytesOf('\0\0\x01\x0a', little(14), 'Image_UTC_Data', SECRET)
    const directory = bytesOf(
      'SEFH',
      little(106),
      little(1),
      bytesOf('\0\0\x01\x0a', little(data.length), little(data.length)),
    )
    const trailer = bytesOf(data, directory, little(directory.length), 'SEFT')
    expect(clean(open)).toBe(asText(jpeg))
    expect(clean(bytesOf(open, trailer))).toBe(asText(jpeg))
    expect(clean(bytesOf(jpeg, trailer))).toBe(asText(jpeg))
    // A directory that lies is none.
    expect(faultOf(bytesOf(open, 'SEFH', little(106), little(0xffffffff), little(12), 'SEFT'))).toBe(
      'accepted',
    )
  })

  test('ends where it is understood, if it is damaged behind its pixels', () => {
    const open = jpeg.subarray(0, -2)
    const frame = placeOf(jpeg, '\xff\xc0')
    for (const damage of [
      jpeg,
      jpegSegment(0x02, SECRET),
      bytesOf('\xff\xfe\xff\xff', SECRET),
      bytesOf('\xff\xe1\0\0', SECRET),
      jpeg.subarray(frame, frame + 19),
      jpegSegment(0xdb, '\0', SECRET),
      bytesOf('\xff'),
    ])
      expect(clean(bytesOf(open, damage))).toBe(asText(jpeg))
  })

  test('keeps its colors where a header of JFIF, which is cut, decided about them', () => {
    const jfif = jpegSegment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
    const adobe = (transform: string) => jpegSegment(0xee, `Adobe\0\x64\0\0\0\0${transform}`)
    const frame = placeOf(jpeg, '\xff\xc0') + 10
    const rgb = replaced(
      replaced(replaced(jpeg, frame, bytesOf('R')), frame + 3, bytesOf('G')),
      frame + 6,
      bytesOf('B'),
    )
    expect(clean(rgb)).toBe(asText(rgb))
    expect(clean(inserted(rgb, 2, jfif))).toBe(asText(inserted(rgb, 2, adobe('\x01'))))
    expect(clean(inserted(rgb, 2, adobe('\x01')))).toBe(asText(inserted(rgb, 2, adobe('\x01'))))
    expect(clean(inserted(rgb, 2, adobe('\0')))).toBe(asText(rgb))
    expect(clean(inserted(jpeg, 2, jfif, adobe('\0')))).toBe(asText(jpeg))
  })

  test.each([
    ['of quantization', 0xdb],
    ['of codes', 0xc4],
    ['of restarts', 0xdd],
  ])('with something behind a table %s is broken', (_, marker) => {
    const at = placeOf(jpeg, `\xff${String.fromCharCode(marker)}`)
    const table =
      at < 0
        ? jpegSegment(marker, '\0\0')
        : jpeg.subarray(at, at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0))
    const hidden = jpegSegment(marker, table.subarray(4), SECRET)
    expect(faultOf(inserted(jpeg, 2, jpegSegment(marker, table.subarray(4))))).toBe('accepted')
    expect(faultOf(inserted(jpeg, 2, hidden))).toBe('broken')
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

  test('without its end, or damaged behind its pixels, ends there', () => {
    const open = png.subarray(0, -12)
    for (const rest of [
      '',
      '\0',
      SECRET,
      pngChunk('tEXt', SECRET).subarray(0, 20),
      pngChunk('CgBI', SECRET),
      pngChunk('IEND', SECRET),
    ])
      expect(clean(bytesOf(open, rest))).toBe(asText(png))
  })

  test('keeps the pixels of a chunk that is cut off, with a checksum that is right', () => {
    const data = png.subarray(placeOf(png, 'IDAT') + 4, -30)
    const start = png.subarray(0, placeOf(png, 'IDAT') - 4)
    const told = bytesOf('IDAT', data)
    expect(clean(png.subarray(0, -30))).toBe(
      asText(bytesOf(start, data.length, told, checksum(told), png.subarray(-12))),
    )
  })

  test('loses chunks of a size that they cannot have', () => {
    for (const hidden of [
      pngChunk('gAMA', SECRET),
      pngChunk('pHYs', SECRET),
      pngChunk('bKGD', SECRET),
      pngChunk('tRNS', SECRET.repeat(20)),
    ])
      expect(clean(inserted(png, 33, hidden))).toBe(asText(png))
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

  test.each(['\0', '\0\0\0'])('with %j before its end, or without an end, is mended', (zeros) => {
    expect(clean(inserted(gif, gif.length - 1, bytesOf(zeros)))).toBe(asText(gif))
    expect(clean(bytesOf(gif.subarray(0, -1), zeros))).toBe(asText(gif))
    expect(clean(inserted(gif, pictures, bytesOf(zeros)))).toBe(asText(gif))
    expect(clean(gif.subarray(0, -1))).toBe(asText(gif))
  })

  test('damaged behind a picture ends there, and what is between its parts is left out', () => {
    for (const rest of [SECRET, '!', '!\xfe\xffx', ',\0\0', `!\xff\x0b${SECRET}`, 'xx;'])
      expect(clean(bytesOf(gif.subarray(0, -1), rest))).toBe(asText(gif))
    expect(clean(inserted(gif, pictures, bytesOf('48.8584')))).toBe(asText(gif))
    expect(clean(inserted(gif, pictures, bytesOf('!\x99\x02ab\0')))).toBe(asText(gif))
    const hidden = bytesOf('!\xf9\x04\0\0\0\0', `\x13${SECRET}\0`)
    expect(clean(inserted(gif, pictures, hidden))).not.toContain(SECRET)
  })

  test('without a size has that of its first picture', () => {
    expect(clean(replaced(gif, 6, bytesOf('\0\0\0\0')))).toBe(asText(gif))
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

  test('that names more bytes than it has, or has further pixels behind the first ones, is mended', () => {
    const longer = replaced(webp, 4, little(1_000_000))
    expect(clean(longer)).toBe(asText(webp))
    expect(clean(webpFile(pixels, pixels, webpChunk('mine', bytesOf(SECRET))))).toBe(asText(webp))
    expect(clean(webpFile(webpChunk('mine', bytesOf(SECRET)), pixels))).toBe(asText(webp))
    const cut = webpFile(webpHeader(0x0c), pixels, webpChunk('EXIF', bytesOf(SECRET)))
    expect(clean(cut.subarray(0, -5))).toBe(asText(webpFile(webpHeader(0), pixels)))
  })

  test('keeps the frames of an animation that is cut off, as far as they are there', () => {
    const frame = webpChunk('ANMF', bytesOf('\0\0\0\0\0\0\x05\0\0\x03\0\0\x64\0\0\0', pixels))
    const loop = webpChunk('ANIM', bytesOf('\0\0\0\0\0\0'))
    const one = asText(webpFile(webpHeader(2), loop, frame))
    const two = webpFile(webpHeader(2), loop, frame, frame)
    const end = two.length - frame.length
    for (const there of [0, 4, 8, 20, 24, 32, 40]) expect(clean(two.subarray(0, end + there))).toBe(one)
    expect(clean(two.subarray(0, end + 50)).length).toBeGreaterThan(one.length)
  })

  test('is broken where pixels have another size than the header, and refused with too many', () => {
    const larger = replaced(webpHeader(0), 12, bytesOf('\x06\0\0'))
    expect(faultOf(webpFile(larger, pixels))).toBe('broken')
    const huge = replaced(webpHeader(0), 12, bytesOf('\xff\xff\xff\xff\xff\xff'))
    expect(faultOf(webpFile(huge, pixels))).toBe('pixels')
    expect(faultOf(webpFile(webpHeader(0)))).toBe('broken')
  })
})

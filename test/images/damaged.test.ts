import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cleanImage } from '../../src/core/domain/images/clean-image.ts'
import { ImageFault } from '../../src/core/domain/images/image-bytes.ts'
import { Dice } from '../../src/testing/dice.ts'
import { damaged } from '../fuzz/damage.ts'
import { bytesOf, inserted, jpegSegment, placeOf, pngChunk, webpChunk } from '../setup/pictures.ts'

/*
 * Damaged files: what the decoders of Debian show is accepted, and they show the same of what is stored. Decoders do not agree
 * on what they show of pixels that lack, so the clean file is compared by the decoder that showed the damaged one.
 */

const SEED = Number(process.env.SEED ?? 7)
/** Random damages of each format, beside those that are named. */
const RANDOM = 40

type Bytes = Uint8Array<ArrayBuffer>

const folder = mkdtempSync(join(tmpdir(), 'kalends-damaged-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Tool {
  readonly program: string
  readonly package: string
  readonly ending: string
  /** What it shows, as pixels; throws where it shows nothing. */
  readonly show: (file: string) => Buffer
}

const run = (program: string, args: readonly string[]): Buffer =>
  execFileSync(program, args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 26, timeout: 60_000 })

/** The file that a program writes. */
const written = (program: string, args: (out: string) => readonly string[], ending: string): Buffer => {
  const out = join(folder, `out.${ending}`)
  rmSync(out, { force: true })
  run(program, args(out))
  return readFileSync(out)
}

const TOOLS: Readonly<Record<string, Tool>> = {
  jpeg: {
    program: 'djpeg',
    package: 'libjpeg-progs',
    ending: 'jpg',
    show: (file) => run('djpeg', ['-pnm', file]),
  },
  gif: {
    program: 'giftopnm',
    package: 'netpbm',
    ending: 'gif',
    show: (file) => run('giftopnm', ['-quiet', file]),
  },
  png: {
    program: 'pngtopnm',
    package: 'netpbm',
    ending: 'png',
    show: (file) => run('pngtopnm', ['-quiet', file]),
  },
  webp: {
    ...{ program: 'dwebp', package: 'webp', ending: 'webp' },
    show: (file) => written('dwebp', (out) => ['-quiet', '-ppm', file, '-o', out], 'ppm'),
  },
  avif: {
    ...{ program: 'avifdec', package: 'libavif-bin', ending: 'avif' },
    show: (file) => written('avifdec', (out) => [file, out], 'y4m'),
  },
}

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A picture with some detail, 40 by 30 pixels. */
const raw = () => {
  const data = Buffer.from(Array.from({ length: 40 * 30 * 3 }, (_, at) => (at * 37 + (at >> 5) * 11) & 255))
  return sharp(data, { raw: { width: 40, height: 30, channels: 3 } })
}

const MADE: Readonly<Record<string, () => Promise<Buffer>[]>> = {
  jpeg: () => [
    raw().jpeg().toBuffer(),
    raw().jpeg({ progressive: true }).toBuffer(),
    raw().greyscale().jpeg().toBuffer(),
  ],
  gif: () => [raw().gif().toBuffer()],
  png: () => [raw().png().toBuffer(), raw().png({ palette: true, progressive: true }).toBuffer()],
  webp: () => [raw().webp().toBuffer(), raw().webp({ lossless: true }).toBuffer()],
  avif: () => [raw().avif({ effort: 0 }).toBuffer()],
}

const STRAY = ['\0', '\0\0\0', 'stray bytes', '\xff', '\x01\x02\x03']

/** Damages that are known of programs and devices. */
const NAMED: Readonly<Record<string, (bytes: Bytes) => Bytes[]>> = {
  jpeg: (bytes) => [
    bytes.slice(0, -2),
    ...STRAY.map((stray) => bytesOf(bytes.subarray(0, -2), stray)),
    ...STRAY.flatMap((stray) =>
      ['\xff\xdb', '\xff\xc4', '\xff\xda'].map((marker) =>
        inserted(bytes, placeOf(bytes, marker), bytesOf(stray)),
      ),
    ),
    inserted(bytes, placeOf(bytes, '\xff\xda'), bytesOf('\xff\xd0\xff\x01')),
    inserted(bytes, placeOf(bytes, '\xff\xda'), jpegSegment(0xdc, '\0\x1e')),
    bytesOf(bytes, 'behind'),
  ],
  gif: (bytes) => [
    bytes.slice(0, -1),
    ...STRAY.slice(0, 2).flatMap((zeros) => [
      bytesOf(bytes.subarray(0, -1), zeros, ';'),
      bytesOf(bytes.subarray(0, -1), zeros),
    ]),
    ...STRAY.map((stray) => inserted(bytes, placeOf(bytes, '!\xf9'), bytesOf(stray))),
    bytesOf(bytes, 'behind'),
  ],
  png: (bytes) => [
    bytes.slice(0, -12),
    bytes.slice(0, -4),
    inserted(bytes, 33, pngChunk('tEXt', 'Comment\0a wrong checksum')),
    inserted(bytes, 33, pngChunk('gAMA', 'much too long for it')),
    bytesOf(bytes, 'behind'),
  ],
  webp: (bytes) => [
    bytesOf(bytes, 'behind'),
    bytesOf(bytes.subarray(0, 8), bytes.subarray(8), webpChunk('mine', bytesOf('behind'))),
  ],
  avif: (bytes) => [bytesOf(bytes, 'behind'), bytesOf(bytes, '\0\0\0\x01'), bytesOf(bytes, bytes)],
}

for (const [format, { program, package: debian, ending, show }] of Object.entries(TOOLS)) {
  const why = isThere(program) ? '' : ` (skipped: there is no ${program}; Debian: ${debian})`
  describe.skipIf(why !== '')(`${format} files that ${program} shows${why}`, () => {
    const files: Bytes[] = []
    beforeAll(async () => {
      const dice = new Dice(SEED)
      for (const made of await Promise.all(MADE[format]?.() ?? [])) {
        const whole = new Uint8Array(made)
        files.push(whole, ...(NAMED[format]?.(whole) ?? []))
        for (let times = 0; times < RANDOM; times++) files.push(damaged(dice, whole))
      }
    })

    const shown = (bytes: Uint8Array): Buffer | undefined => {
      const file = join(folder, `in.${ending}`)
      writeFileSync(file, bytes)
      try {
        return show(file)
      } catch {
        return undefined
      }
    }

    test(`are accepted, and it shows the same of them then (SEED=${SEED})`, () => {
      let many = 0
      for (const [index, bytes] of files.entries()) {
        const before = shown(bytes)
        if (before === undefined) continue
        many++
        let clean: Uint8Array
        try {
          clean = cleanImage(bytes).bytes
        } catch (error) {
          if (!(error instanceof ImageFault)) throw error
          expect.fail(`file ${index} is refused: ${error.message}`)
        }
        const after = shown(clean)
        expect(after !== undefined && before.equals(after), `file ${index}`).toBe(true)
      }
      expect(many).toBeGreaterThan(files.length / 10)
    })
  })
}

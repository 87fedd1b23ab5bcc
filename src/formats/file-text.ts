import { joinedBytes } from '../domain/joined-bytes.ts'
import { UnreadableFile } from './unreadable-file.ts'

/*
 * A file as a text. It is read completely before anything is written, because a file that was cut off must not change
 * the calendar.
 */

export type FileInput =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>

export interface TextOptions {
  /** Such as `windows-1252`. Default: UTF-8, or UTF-16 with a byte order mark. */
  readonly encoding?: string | undefined
  /** Bytes that are not UTF-8 are read as something: nobody is there who could name the encoding. */
  readonly isLenient?: boolean | undefined
  /** Bytes of a file. Default 67,108,864. */
  readonly maxSize?: number | undefined
}

const MOST = 64 * 1024 * 1024

/** The pieces of a file, one after the other. */
export async function* piecesOf(file: FileInput): AsyncGenerator<string | Uint8Array> {
  if (typeof file === 'string' || file instanceof Uint8Array) yield file
  else yield* file
}

/** Throws `UnreadableFile` for a file that is too large, and for one in another encoding. */
export async function textOfFile(
  pieces: AsyncIterable<string | Uint8Array>,
  { encoding, isLenient = false, maxSize = MOST }: TextOptions,
): Promise<string> {
  const texts: string[] = []
  const bytes: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > maxSize) {
      throw new UnreadableFile(`the file is larger than ${maxSize} bytes: split it, or set maxSize`)
    }
    if (typeof piece === 'string') texts.push(piece)
    else bytes.push(piece)
  }
  const text = bytes.length === 0 ? texts.join('') : decode(joinedBytes(bytes, size), encoding, isLenient)
  return withoutEndMarks(text.replace(/^\uFEFF/, ''))
}

/** Programs of DOS end a text with Ctrl+Z, and some fill up its last block with NULs. */
function withoutEndMarks(text: string): string {
  let end = text.length
  while (end > 0 && END_MARKS.includes(text[end - 1] ?? ' ')) end--
  return text.slice(0, end)
}

const END_MARKS = '\0\x1a'

function decode(bytes: Uint8Array, encoding: string | undefined, isLenient: boolean): string {
  const [first, second] = bytes
  const marked =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  const own = encoding ?? marked
  try {
    return new TextDecoder(own, { fatal: true }).decode(bytes)
  } catch {
    // Older programs fold lines of iCalendar between the bytes of a character.
    try {
      return new TextDecoder(own, { fatal: true }).decode(unfold(bytes))
    } catch {
      if (isLenient && encoding === undefined && marked === 'utf-8') return likely(bytes)
      throw new UnreadableFile(
        `the file is not ${own}: save it as UTF-8, or name its encoding, such as windows-1252`,
      )
    }
  }
}

/** UTF-8 with a character that was cut in two, if other characters are UTF-8; else what older programs of the web write. */
function likely(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  return /[\u0080-\uFFFC]/.test(text) ? text : new TextDecoder('windows-1252').decode(bytes)
}

const [LINE_FEED, RETURN, BLANK, TAB] = [10, 13, 32, 9]

/** Without the line breaks that a blank or tab follows. */
function unfold(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const next = byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1
    const isBreak = byte === LINE_FEED || byte === RETURN
    if (isBreak && (bytes[next] === BLANK || bytes[next] === TAB)) at = next
    else kept[size++] = byte
  }
  return kept.subarray(0, size)
}

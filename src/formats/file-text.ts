import { joinedBytes } from '../core/domain/joined-bytes.ts'
import { decodeAs, isEncoding } from './decode.ts'
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

/**
 * Programs of DOS end a text with Ctrl+Z, some on a line of its own, and some fill up its last block with NULs.
 */
function withoutEndMarks(text: string): string {
  let isMarked = false
  let end = text.length
  for (; end > 0 && `${END_MARKS}\r\n`.includes(text[end - 1] ?? ' '); end--) {
    isMarked ||= END_MARKS.includes(text[end - 1] ?? ' ')
  }
  return isMarked ? text.slice(0, end) : text
}

const END_MARKS = '\0\x1a'

function decode(bytes: Uint8Array, named: string | undefined, isLenient: boolean): string {
  // What stands in the file counts before what is said of it.
  const marked = markOf(bytes)
  const own = marked ?? named ?? 'utf-8'
  const tried = isLenient && marked === undefined ? likelyOf(bytes, named) : [own]
  for (const encoding of tried.filter(isEncoding)) {
    // Older programs fold lines of iCalendar between the bytes of a character.
    for (const read of [(all: Uint8Array) => all, unfold]) {
      try {
        return decodeAs(encoding, read(bytes))
      } catch {}
    }
  }
  if (isLenient && marked === undefined) return anyhow(bytes)
  if (!isEncoding(own)) throw new UnreadableFile(`there is no encoding named ${own}`)
  throw new UnreadableFile(
    `the file is not ${own}: save it as UTF-8, or name its encoding, such as windows-1252`,
  )
}

function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}

/**
 * Servers send the charset of their settings with files of others. Other texts than UTF-8 are hardly ever right in it
 * once they leave ASCII.
 */
function likelyOf(bytes: Uint8Array, named = 'utf-8'): readonly string[] {
  return bytes.some((byte) => byte > 127) ? ['utf-8', named] : [named, 'utf-8']
}

/** UTF-8 with a character that was cut in two, if other characters are UTF-8; else what older programs of the web write. */
function anyhow(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes)
  return /[\u0080-\uFFFC]/.test(text) ? text : decodeAs('windows-1252', bytes)
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

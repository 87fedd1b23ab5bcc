import { formParts, type UploadedFile } from '../../core/door.ts'
import { ApiError } from '../../errors.ts'
import type { Limits } from '../../types/index.ts'

/*
 * The file of `POST /import`: the body, or a field of a form.
 */

/** Bytes of what is around the file of a form. */
const AROUND = 65_536

/** Characters of a field beside the file. */
const LONGEST_FIELD = 1000

/** The formats of content types. '': the content tells. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['text/calendar', 'ics'],
  ['text/x-vcalendar', 'ics'],
  ['application/ics', 'ics'],
  ['text/csv', 'csv'],
  ['application/csv', 'csv'],
  // Windows calls CSV so where Excel is installed.
  ['application/vnd.ms-excel', 'csv'],
  ['text/plain', ''],
  ['application/octet-stream', ''],
  ['', ''],
])

interface Incoming {
  readonly contentType: string
  /** Reads at most so many bytes. */
  readonly receive: (most: number) => Promise<Uint8Array>
}

/** `put` gets the fields beside the file, `refuse` what is wrong. Throws 413, and 415 for what is neither. */
export async function readImport(
  { contentType, receive }: Incoming,
  limits: Limits,
  put: (name: string, value: string) => void,
  refuse: (name: string, reason: string) => void,
): Promise<readonly UploadedFile[]> {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (type === 'multipart/form-data') {
    return filesOf(await receive(limits.import + AROUND), contentType, limits, put, refuse)
  }
  const format = FORMATS.get(type)
  if (format === undefined) {
    throw new ApiError('rest_unsupported_media_type', {
      message: `A file to import is text/calendar or text/csv, or the field 'file' of a form, and not ${type.slice(0, 80)}.`,
    })
  }
  const bytes = await receive(limits.import)
  if (format !== '') put('format', format)
  const [, quoted, plain] = /;\s*charset=(?:"([^"]*)"|([^\s;]+))/i.exec(contentType) ?? []
  const charset = quoted ?? plain
  if (charset !== undefined && charset !== '') put('encoding', charset)
  return bytes.length === 0 ? [] : [{ name: 'file', filename: '', bytes }]
}

function filesOf(
  body: Uint8Array,
  contentType: string,
  { import: most }: Limits,
  put: (name: string, value: string) => void,
  refuse: (name: string, reason: string) => void,
): readonly UploadedFile[] {
  const files: UploadedFile[] = []
  for (const { name, filename, content } of formParts(body, contentType)) {
    const shown = name.slice(0, 80)
    if (filename !== undefined && name !== 'file') refuse(shown, 'must not be a file')
    else if (filename !== undefined && files.length > 0) refuse(shown, 'must be one file')
    else if (name === 'file') {
      if (content.length > most) {
        throw new ApiError('rest_body_too_large', { message: `The file is larger than ${most} bytes.` })
      }
      if (filename === undefined) refuse(shown, 'must be a file')
      else files.push({ name, filename: '', bytes: content })
    } else if (content.length > LONGEST_FIELD) refuse(shown, `must be at most ${LONGEST_FIELD} characters`)
    else put(name, new TextDecoder().decode(content))
  }
  return files.filter(({ bytes }) => bytes.length > 0)
}

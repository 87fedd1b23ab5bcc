import { filenameOf } from '../../../formats/multipart.ts'
import type { Limits } from '../../../types/index.ts'
import type { UploadedFile } from '../../mount/request.ts'
import { formParts } from '../reading/form-parts.ts'

/** Bytes of what is around the files of a form. */
const AROUND = 65_536

/** Characters of the name of a file that are kept. */
const LONGEST_NAME = 250

/** A body, as far as it is needed here. */
interface Incoming {
  readonly contentType: string
  readonly contentDisposition: string
  /** Reads at most so many bytes. */
  readonly receive: (most: number) => Promise<Uint8Array>
}

/** Bytes of a whole upload: the sizes of an image together take less than the image. */
const largestUpload = ({ image }: Limits): number => 2 * image + AROUND

/** Reads files: those of a form, or the bytes of one. `put` gets the other fields, `refuse` what is wrong. */
export async function readUpload(
  { contentType, contentDisposition, receive }: Incoming,
  limits: Limits,
  put: (name: string, value: string) => void,
  refuse: (name: string, reason: string) => void,
): Promise<readonly UploadedFile[]> {
  if (!/^multipart\/form-data\b/i.test(contentType)) {
    const bytes = await receive(limits.image)
    const filename = plainName(filenameOf(contentDisposition) ?? '')
    return bytes.length === 0 ? [] : [{ name: 'file', filename, bytes }]
  }
  const parts = formParts(await receive(largestUpload(limits)), contentType)
  const files: UploadedFile[] = []
  for (const { name, filename, content } of parts) {
    if (filename === undefined) {
      // A size that is no file would be lost.
      if (/^sizes\b/.test(name)) refuse(name.slice(0, 80), 'must be a file, named sizes[medium]')
      else if (content.length > limits.body) refuse(name.slice(0, 80), 'is too long')
      // Programs for WordPress call it so.
      else put(name === 'alt_text' ? 'alt' : name, new TextDecoder().decode(content))
    } else if (files.some((file) => file.name === name)) refuse(name.slice(0, 80), 'must be one file')
    else files.push({ name, filename: plainName(filename), bytes: content })
  }
  return files
}

/** Without a path, which some programs send, and without what could pretend to be another name. */
export const plainName = (filename: string): string =>
  (filename.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .slice(0, LONGEST_NAME)

import { ApiError } from '../../../errors.ts'
import { plainLine } from '../../domain/html/html.ts'
import type { CleanImage } from '../../domain/images/clean-image.ts'
import type { MediaFile, MediaRecord } from '../../domain/records/media.ts'
import { atInstant, UTC, unixSeconds } from '../../domain/time/zones.ts'
import type { Answer, RequestContext, UploadedFile } from '../../mount/request.ts'
import type { Site } from '../../mount/site.ts'
import type { MediaFields } from '../../schema/media.ts'
import { HeldBytes } from '../reading/held-bytes.ts'
import { putMedia, readMedia } from './find-media.ts'
import { plainName } from './read-upload.ts'
import { singleMedia } from './show-media.ts'
import { removeFiles } from './store.ts'
import { cleaned, createNames, putFile } from './stored-files.ts'

/** Sizes of an image, at most. */
const MOST_SIZES = 20

/** `sizes[medium]`, as forms name them. */
const SIZE = /^sizes\[([a-z0-9][a-z0-9_-]{0,39})\]$/

/** Bytes of all uploads that are being stored, by calendar. */
const held = new HeldBytes()

/** Stores an image with its sizes, then its record. If one of the steps fails, nothing is kept. */
export async function uploadMedia(context: RequestContext, fields: MediaFields): Promise<Answer<string>> {
  const { site, problems } = context
  const { files = [] } = context.client
  const file = files.find(({ name }) => name === 'file')
  if (file === undefined || file.bytes.length === 0) problems.missing('file')
  const sizes = sizesIn(context)
  problems.throwIfAny()
  if (file === undefined) throw new TypeError('a missing file was not refused')
  const bytes = files.reduce((sum, one) => sum + one.bytes.length, 0)
  return holding(site, bytes, async () => {
    const image = await cleaned(file.bytes, 'file', site.limits.image, () => context.slice())
    const made = sizes.size === 0 ? await resized(site, image) : sizes
    return singleMedia(
      await store(context, file, image, await cleanSizes(context, made), fields),
      context,
      201,
    )
  })
}

/** Stores a file that no request brought, with the sizes that the host makes. Throws as an upload does. */
export function storeImage(context: RequestContext, file: UploadedFile): Promise<MediaRecord> {
  const { site } = context
  return holding(site, file.bytes.length, async () => {
    const image = await cleaned(file.bytes, file.name, site.limits.image, () => context.slice())
    const named = { ...file, filename: plainName(file.filename) }
    return store(context, named, image, await cleanSizes(context, await resized(site, image)), {})
  })
}

/** All uploads together are bounded. */
const holding = <T>({ limits }: Site, bytes: number, work: () => Promise<T>): Promise<T> =>
  held.hold(limits, bytes, limits.images, work)

function sizesIn({ client: { files = [] }, problems }: RequestContext): ReadonlyMap<string, Uint8Array> {
  const sizes = new Map<string, Uint8Array>()
  for (const { name, bytes } of files) {
    if (name === 'file') continue
    const [, size] = SIZE.exec(name) ?? []
    if (size === undefined) problems.invalid(name.slice(0, 80), 'must not be a file')
    else sizes.set(size, bytes)
  }
  if (sizes.size > MOST_SIZES) problems.invalid('sizes', `must be at most ${MOST_SIZES}`)
  return sizes
}

type NamedImages = readonly (readonly [name: string, file: CleanImage])[]

async function cleanSizes(
  { site, slice }: RequestContext,
  sizes: ReadonlyMap<string, Uint8Array>,
): Promise<NamedImages> {
  const clean: [name: string, file: CleanImage][] = []
  for (const [name, one] of sizes)
    clean.push([name, await cleaned(one, `sizes[${name}]`, site.limits.image, () => slice())])
  return clean
}

/** The sizes that the host makes. */
async function resized(site: Site, image: CleanImage): Promise<ReadonlyMap<string, Uint8Array>> {
  const sizes = Object.entries((await site.options.images?.resize?.(image)) ?? {})
  for (const [name] of sizes)
    if (!SIZE.test(`sizes[${name}]`))
      throw new TypeError(`images.resize: '${name}' is not the name of a size`)
  return new Map(sizes)
}

async function store(
  { site, caller, clock }: RequestContext,
  file: UploadedFile,
  image: CleanImage,
  sizes: NamedImages,
  fields: MediaFields,
): Promise<MediaRecord> {
  const now = clock.now()
  const [id] = await site.storage.allocate('post', 1)
  if (id === undefined) throw new TypeError('the storage allocated no ID')
  const nameOf = createNames(file.filename)
  const begun: string[] = []
  const put = (size: string, clean: CleanImage): Promise<MediaFile> => {
    const name = nameOf(size, clean.type)
    begun.push(name)
    return putFile(site, id, now, name, clean)
  }
  try {
    const own = await put('', image)
    const stored: Record<string, MediaFile> = {}
    for (const [name, clean] of sizes) stored[name] = await put(name, clean)
    const date = atInstant(unixSeconds(now), UTC).wall
    const { decorative = false } = fields
    const record: MediaRecord = {
      ...own,
      id,
      version: 1,
      author: caller?.id ?? 0,
      title: fields.title ?? titleOf(file.filename),
      alt: decorative ? '' : (fields.alt ?? ''),
      decorative,
      filename: file.filename,
      date,
      touched: date,
      sizes: stored,
    }
    await keep(site, record)
    return record
  } catch (error) {
    // The first error says why. A file that cannot be removed is one that nothing names.
    await removeFiles(site, id, begun).catch(() => undefined)
    throw error
  }
}

const titleOf = (filename: string): string => plainLine(filename.replace(/\.[^.]{1,5}$/, ''))

/** Writes the record. Where it is unknown whether that took effect, a look tells. */
async function keep(site: Site, record: MediaRecord): Promise<void> {
  try {
    const { conflict } = await site.storage.commit([putMedia(record, 0)])
    if (conflict !== null) throw new ApiError('rest_unavailable', { headers: { 'retry-after': '1' } })
  } catch (error) {
    if (error instanceof ApiError) throw error
    const kept = await readMedia(site.storage, record.id).catch(() => undefined)
    if (kept?.name !== record.name) throw error
  }
}

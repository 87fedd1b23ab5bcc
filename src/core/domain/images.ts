import type { Image } from '../../types/index.ts'

/** What the URL tells. The image is not fetched. */
export function imageOfUrl(url: string): Image {
  const [, extension = ''] = /\.([a-z0-9]{1,5})$/i.exec(new URL(url).pathname) ?? []
  return { url, id: 0, extension: extension.toLowerCase(), width: 0, height: 0, filesize: 0, sizes: {} }
}

/** The member that marks an image of the host in records; see `hostImage`. */
export const HOST = 'host'

/**
 * As answers show it. An image whose file the API serves is stored with an address below the API, which may move.
 */
export const shownImage = (image: Image | null, api: string): Image | null =>
  image !== null && HOST in image ? withoutMark(image) : withAddress(image, api)

function withoutMark({ ...image }: Image): Image {
  Reflect.deleteProperty(image, HOST)
  return image
}

const withAddress = (image: Image | null, api: string): Image | null =>
  image?.url[0] === '/'
    ? {
        ...movedTo(api, image),
        sizes: Object.fromEntries(
          Object.entries(image.sizes ?? {}).map(([name, size]) => [name, movedTo(api, size)]),
        ),
      }
    : image

const movedTo = <T extends { url: string }>(api: string, file: T): T => ({
  ...file,
  url: file.url[0] === '/' ? `${api}${file.url}` : file.url,
})

/** Whether a value of a body is the image as answers show it. */
export function isSameImage(value: unknown, image: Image | null): boolean {
  if (typeof value !== 'object' || value === null || image === null) return false
  return 'url' in value && value.url === image.url && 'id' in value && value.id === image.id
}

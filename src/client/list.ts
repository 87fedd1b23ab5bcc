import { isClientError } from './errors.ts'

export interface Page<T> {
  items: T[]
  /** Records on all pages. */
  total: number
  totalPages: number
  /** The number of this page, from 1 up. */
  page: number
}

/**
 * Requests the first page at once. `await` returns that page, a loop returns every record from that page on, and
 * `pages()` returns page after page. The client requests further pages when the loop reaches them.
 *
 * `for await (const record of list())` reads by cursor: what others write meanwhile moves no other record over a border
 * of pages. Lists that are awaited first, or that begin at a `page`, go on by page numbers.
 */
export interface List<T> extends Promise<Page<T>>, AsyncIterable<T> {
  readonly pages: () => AsyncIterable<Page<T>>
}

/** `next`: the query of the next page, if there is one. */
type Read<T> = (query: object, number: number) => Promise<{ page: Page<T>; next: object | undefined }>

export function createList<T extends { readonly id: number }>(
  filters: { readonly page?: number | undefined } | undefined,
  read: Read<T>,
): List<T> {
  const { page: from, ...others } = filters ?? {}
  let isLoop = false
  // A loop begins in the same turn as its list.
  const first = Promise.resolve().then(() =>
    read({ ...others, ...(isLoop && from === undefined ? { cursor: '' } : { page: from ?? 1 }) }, from ?? 1),
  )
  const firstPage = first.then(({ page }) => page)

  async function* pages() {
    isLoop = true
    let page = await firstPage
    let { next } = await first
    for (;;) {
      yield page
      const found = next && (await unlessGone(read(next, page.page + 1)))
      if (found === undefined) return
      ;({ page, next } = found)
    }
  }

  async function* records() {
    // A record that is written meanwhile can appear again.
    const seen = new Set<number>()
    for await (const { items } of pages()) {
      for (const item of items) {
        if (seen.has(item.id)) continue
        seen.add(item.id)
        yield item
      }
    }
  }

  return Object.assign(firstPage, { pages, [Symbol.asyncIterator]: records })
}

/** A page can disappear after the one before it was read. Then the list ends. */
async function unlessGone<T>(page: Promise<T>): Promise<T | undefined> {
  try {
    return await page
  } catch (error) {
    if (isClientError(error) && error.code.endsWith('-archive-page-not-found')) return undefined
    throw error
  }
}

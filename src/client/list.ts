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
 * Asks for a first page at once. Awaited, it is that page; iterated, every record from that page on; `pages()` gives
 * page after page. Further pages are asked for when the loop gets there.
 */
export interface List<T> extends Promise<Page<T>>, AsyncIterable<T> {
  readonly pages: () => AsyncIterable<Page<T>>
}

export function createList<T extends { readonly id: number }>(
  first: number,
  read: (page: number) => Promise<Page<T>>,
): List<T> {
  const firstPage = read(first)

  async function* pages() {
    for (let page: Page<T> | undefined = await firstPage; page !== undefined; ) {
      yield page
      page = page.page < page.totalPages ? await unlessGone(read(page.page + 1)) : undefined
    }
  }

  async function* records() {
    // A record that is added in front of a page moves others onto the next one, where they would come again.
    const given = new Set<number>()
    for await (const { items } of pages()) {
      for (const item of items) {
        if (given.has(item.id)) continue
        given.add(item.id)
        yield item
      }
    }
  }

  return Object.assign(firstPage, { pages, [Symbol.asyncIterator]: records })
}

/** A page that was there when the one before it was read can be gone since: then the list ends. */
async function unlessGone<T>(page: Promise<T>): Promise<T | undefined> {
  try {
    return await page
  } catch (error) {
    if (isClientError(error) && error.code.endsWith('-archive-page-not-found')) return undefined
    throw error
  }
}

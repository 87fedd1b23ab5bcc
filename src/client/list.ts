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
    // A record that is added meanwhile moves others to the next page, where they would appear again.
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

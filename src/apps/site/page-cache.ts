/*
 * Pages that are made, by address. They are valid until the revision of the calendar changes, or their time is over.
 */

export interface Made {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
  readonly etag: string
  /** Milliseconds. */
  readonly until: number
  /** Made when somebody asks for it. */
  compressed?: Promise<Uint8Array<ArrayBuffer>> | undefined
}

export interface PageCache {
  readonly find: (revision: string | number, key: string, now: number) => Made | undefined
  readonly put: (revision: string | number, key: string, made: Made) => void
}

/** `max`: bytes. */
export function createPageCache(max: number): PageCache {
  let current: string | number | undefined
  let pages = new Map<string, Made>()
  let size = 0

  function at(revision: string | number): void {
    if (revision === current) return
    current = revision
    pages = new Map()
    size = 0
  }
  // With its compressed form.
  const sizeOf = (key: string, { body }: Made) => 2 * key.length + 1.3 * body.length + 500

  return {
    find(revision, key, now) {
      at(revision)
      const found = pages.get(key)
      return found !== undefined && now < found.until ? found : undefined
    },
    put(revision, key, made) {
      if (revision !== current) return
      const own = sizeOf(key, made)
      if (own > max / 4) return
      const before = pages.get(key)
      if (before !== undefined) size -= sizeOf(key, before)
      pages.delete(key)
      pages.set(key, made)
      size += own
      for (const [oldest, one] of pages) {
        if (size <= max) break
        pages.delete(oldest)
        size -= sizeOf(oldest, one)
      }
    },
  }
}

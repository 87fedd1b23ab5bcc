import type { TakenRecord } from '../../../types/index.ts'
import type { Site } from '../../mount/site.ts'

/** Of what a report names. */
const MOST = 500

/** The venues and organizers that a file or a source names, and that were here before it came. */
export class TakenHere {
  readonly #made = new Set<string>()
  readonly #taken = new Map<string, TakenRecord>()

  /** The site for writes of which this is to be told. */
  siteOf(site: Site): Site {
    return {
      ...site,
      onNamed: (kind, id, name, isNew) => {
        const key = `${kind} ${id}`
        if (isNew) this.#made.add(key)
        else if (!this.#made.has(key) && this.#taken.size < MOST) this.#taken.set(key, { kind, id, name })
      },
    }
  }

  /** As a member of a report; none if there are none. */
  shown(): { readonly taken?: TakenRecord[] } {
    return this.#taken.size === 0 ? {} : { taken: [...this.#taken.values()] }
  }
}

import { textHash } from '../../core/domain/text/text-hash.ts'
import { createEvents, type RequestContext, trash, type Written, write } from '../../core/door.ts'
import { memberOf } from '../../core/fields/row.ts'
import type { CalendarWrites, WriteResult } from './file-writes.ts'

const KINDS = {
  event: 'event',
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
} as const

/** The writes of an import as its caller. */
export function ownWrites({ site, links, caller, clock }: RequestContext): CalendarWrites {
  const setting = { site, links, now: clock.now() }
  return {
    // Who sends the file twice at the same time gets no event twice, and neither does who repeats it after a cut.
    create: (events) =>
      createEvents(
        { ...setting, caller },
        events.map((one) => ({ ...one, idempotencyKey: `import-${textHash(JSON.stringify(one))}` })),
      ),
    put: async (kind, id, fields) => {
      const isDry = memberOf(fields, 'dry_run') === true
      const written = await write(setting, KINDS[kind], fields, { as: caller, id, isDry })
      const isLinked = kind === 'venue' || kind === 'organizer'
      // A create tells it itself.
      if (isLinked && id !== undefined && written.id !== undefined) {
        site.onNamed?.(kind, id, String(memberOf(fields, kind)), false)
      }
      return resultOf(written)
    },
    trash: async (id) => resultOf(await trash(setting, { as: caller, id })),
  }
}

const resultOf = ({ id, error }: Written): WriteResult =>
  error === undefined ? { id } : { refusal: error.toJSON() }

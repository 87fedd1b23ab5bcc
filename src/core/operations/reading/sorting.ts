import { notADate } from '../../../errors.ts'
import type { Condition } from '../../../storage/contract.ts'
import { boundReader } from '../../domain/time/date-bounds.ts'
import { atInstant, atWall, UTC } from '../../domain/time/zones.ts'
import type { RequestContext } from '../../mount/request.ts'
import type { Sorting } from '../../schema/lists.ts'

/** The order of a list in the storage: that of `orderby`, or `main` without it. */
export function sortBy<Orders extends Readonly<Record<string, string>>>(
  { orderby, order }: Pick<Sorting, 'order'> & { readonly orderby?: keyof Orders | undefined },
  orders: Orders,
  main: Orders[keyof Orders],
): { readonly order: Orders[keyof Orders]; readonly reverse: boolean } {
  const chosen = orderby === undefined ? main : orders[orderby]
  // The only order of the storage that is descending.
  if (chosen === 'newest') return { order: chosen, reverse: order === 'asc' }
  const usual = orderby === 'date' || orderby === 'modified' ? 'desc' : 'asc'
  return { order: chosen, reverse: (order ?? usual) === 'desc' }
}

interface Changes {
  readonly conditions: readonly (Omit<Condition, 'key'> & { readonly key: 'modified' })[]
  /** The bounds as they were applied, for links. */
  readonly query: Readonly<Record<string, string>>
}

/** The bounds on the last change. A date without a zone is in the zone of the site. */
export async function readChanges(fields: Sorting, context: RequestContext): Promise<Changes> {
  const readBound = await boundReader([fields.modified_after, fields.modified_before])
  const query: Record<string, string> = {}
  const bound = (name: 'modified_after' | 'modified_before') => {
    const text = fields[name]
    if (text === undefined) return undefined
    const { problems, site } = context
    const now = context.clock.now()
    const read = readBound(text, { now, zone: site.zone })
    if (read === undefined) {
      problems.invalid(name, notADate(text))
      return undefined
    }
    const { utc } = read.epoch === undefined ? atWall(read.wall, site.zone) : atInstant(read.epoch, UTC)
    query[name] = `${utc.replace(' ', 'T')}Z`
    return utc
  }
  const after = bound('modified_after')
  const before = bound('modified_before')
  if (after === undefined && before === undefined) return { conditions: [], query }
  const bounds = {
    ...(after === undefined ? {} : { gt: after }),
    ...(before === undefined ? {} : { lt: before }),
  }
  return { conditions: [{ key: 'modified', ...bounds }], query }
}

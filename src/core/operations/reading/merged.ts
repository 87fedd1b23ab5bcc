import { ApiError } from '../../../errors.ts'
import { mayRead } from '../../access/policy.ts'
import type { Mergeable } from '../../domain/records/merging.ts'
import type { RequestContext } from '../../mount/request.ts'
import { readStaying } from './staying.ts'

/* What is answered about a record that was merged into another one. */

type Context = Pick<RequestContext, 'site' | 'caller' | 'links'>

/** Throws 301 for a merged record (`below`: the rest of the path), or what a read of the one that stays would be refused with. */
export async function demandWhole(context: Context, record: Mergeable, below = ''): Promise<void> {
  if (record.merged === undefined) return
  const { id } = await readableStaying(context, record)
  throw new ApiError('rest_merged', {
    status: 301,
    data: { id },
    headers: { location: context.links.record(record.kind, id) + below },
  })
}

/** Throws 409 for a merged record. */
export async function demandUnmerged(context: Context, record: Mergeable): Promise<void> {
  if (record.merged === undefined) return
  const { id } = await readableStaying(context, record)
  throw new ApiError('rest_merged', {
    message: `The ${record.kind} ${record.id} was merged into ${id}.`,
    data: { id },
  })
}

async function readableStaying({ site, caller }: Context, { kind, id }: Mergeable): Promise<Mergeable> {
  const staying = (await readStaying(site, kind, [id])).get(id)
  if (staying === undefined) throw new ApiError(`rest-${kind}-not-found`)
  if ('status' in staying && !mayRead(caller, staying)) throw new ApiError(`${staying.kind}-not-accessible`)
  return staying
}

import type { PostRecord } from '../../domain/records/records.ts'
import { atInstant, unixSeconds } from '../../domain/time/zones.ts'
import type { Plan } from './plan.ts'

export type Stamp = Pick<PostRecord, 'modified' | 'modified_utc' | 'site_timezone'>

/** The time of a change that a plan makes. */
export function stampNow({ site, now }: Pick<Plan, 'site' | 'now'>): Stamp {
  const { wall, utc } = atInstant(unixSeconds(now), site.zone)
  return { modified: wall, modified_utc: utc, site_timezone: site.zone.name }
}

import type { Sequence as Name } from '../contract.ts'
import { type RetryPolicy, retry } from '../shared/retry.ts'
import { Sequence } from '../shared/sequence.ts'
import type { Calendar } from './calendar.ts'

/** The IDs of one sequence: the entry of its last ID. */
export function openSequence(calendar: Calendar, name: Name, policy: RetryPolicy): Sequence {
  const { keys, kv } = calendar
  const key = keys.last(name)

  /** `undefined`: another process raised it in between. */
  async function attempt(next: (last: number) => number): Promise<number | undefined> {
    const [text] = await calendar.get([key])
    const last = Number(text ?? 0)
    const raised = next(last)
    if (raised === last) return last
    const sets = [[key, String(raised)]] as const
    return (await kv.commit({ checks: [[key, text]], sets, deletes: [] })) ? raised : undefined
  }

  const raise = (next: (last: number) => number) =>
    retry(() => attempt(next), policy, 'others kept taking IDs')
  return new Sequence({
    raiseBy: (count) => raise((last) => last + count),
    raiseTo: (least) => raise((last) => Math.max(last, least)),
  })
}

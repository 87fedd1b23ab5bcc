import type { EventsApiOptions } from '../../types/index.ts'
import { authenticate } from '../access/authenticate.ts'
import type { Caller } from '../access/policy.ts'
import { allows, forbidden } from '../access/policy.ts'
import { checkRate } from '../access/rate-limit.ts'
import type { Turn } from './running.ts'

export interface Admitted<Host> extends Turn<Host> {
  readonly caller: Caller
  /** The methods of the path that the caller may use. */
  readonly allow: string
}

/** Who asks. Throws 401 or 403 without the right to use the endpoint, and 429 beyond the rate limit. */
export function createAdmission<Host>(options: EventsApiOptions<Host>) {
  async function checkTheRate({ request, target, host, inside, caller }: Admitted<Host>): Promise<void> {
    const { rateLimit } = options
    if (rateLimit === undefined) return
    const { operation } = target.endpoint
    const isWrite = !target.offer.methods.includes('GET')
    const ask = () => checkRate(rateLimit, request, host, caller, { operation, isWrite })
    const rate = inside?.kept.rate ?? ask()
    if (inside !== undefined) inside.kept.rate = rate
    await rate
  }

  return async (turn: Turn<Host>): Promise<Admitted<Host>> => {
    const { request, target, host, trusted, log } = turn
    const caller = trusted === undefined ? await authenticate(options.authenticate, request, host) : trusted
    log.caller = caller
    const admitted = { ...turn, caller, allow: target.allowTo(caller) }
    const isAllowed = allows(target.offer.right, caller)
    if (isAllowed) await checkTheRate(admitted)
    log.allow = admitted.allow
    if (!isAllowed) throw forbidden(caller)
    return admitted
  }
}

import { invalidParam } from '../../../errors.ts'
import { joinedBytes } from '../../domain/joined-bytes.ts'
import type { Answer, LongText, RequestContext } from '../../mount/request.ts'
import type { BatchBody } from '../body.ts'
import { asOne, ifAllAreValid, oneByOne } from './carry-out.ts'
import type { Desk } from './desk.ts'
import { readBatch } from './entries.ts'
import { type Done, Runner } from './runner.ts'
import { TimeLimit } from './time-limit.ts'

/*
 * Many requests in one. Loaded with the first batch.
 */

/** Answers a batch: 207 with what became of each entry, in order. */
export async function answerBatch<Host>(
  context: RequestContext,
  body: BatchBody | undefined,
  desk: Desk<Host>,
): Promise<Answer<LongText>> {
  const { problems, caller } = context
  problems.throwIfAny()
  const { isAtomic, mustValidate, entries } = readBatch(body, desk.site.limits)
  const limit = new TimeLimit(desk.running.cancellation, desk.site.limits.timeout)
  try {
    const runner = new Runner(desk, entries, {
      ...{ caller, now: context.clock.now(), key: keyOf(context), limit, isAtomic },
    })
    const isValid = !mustValidate || (await ifAllAreValid(runner, isAtomic))
    if (!mustValidate) await (isAtomic ? asOne(runner) : oneByOne(runner))
    runner.audit()
    const content = textOf(runner.dones, isValid ? {} : { failed: 'validation' })
    return { status: 207, content, isReport: true }
  } finally {
    limit.stop()
  }
}

/** `K/index` is the key of an entry, and has to be a key, too. */
function keyOf({ client: { idempotencyKey } }: RequestContext): string | undefined {
  if (idempotencyKey === undefined) return undefined
  const key = idempotencyKey.replace(/^"(.*)"$/, '$1')
  if (/^[\x21-\x7e]{1,240}$/.test(key)) return key
  throw invalidParam('Idempotency-Key', 'of a batch must be 1 to 240 visible ASCII characters')
}

const encoder = new TextEncoder()
const NULL = encoder.encode('null')

/** Fields of responses that are about the bytes of a message, and not about its record. */
const LEFT_OUT = ['content-type', 'content-length', 'x-content-type-options', 'x-robots-tag', 'vary']

function textOf(dones: readonly (Done | undefined)[], more: object): LongText {
  const parts: Uint8Array[] = [encoder.encode(JSON.stringify({ ...more, responses: [] }).slice(0, -2))]
  for (const [index, done] of dones.entries()) {
    const comma = index === 0 ? '' : ','
    if (done === undefined) {
      parts.push(encoder.encode(`${comma}null`))
      continue
    }
    const { status, headers, body } = done.response
    const shown = Object.fromEntries(Object.entries(headers).filter(([name]) => !LEFT_OUT.includes(name)))
    parts.push(encoder.encode(`${comma}{"status":${status},"headers":${JSON.stringify(shown)},"body":`))
    parts.push(body ?? NULL, encoder.encode('}'))
  }
  parts.push(encoder.encode(']}'))
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return { bytes: joinedBytes(parts, size), hash: '' }
}

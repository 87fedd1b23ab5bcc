import { ask, Refusal } from './api.ts'
import { t } from './texts.ts'

/*
 * The same for many records: in batches, with progress.
 */

export interface Step {
  readonly method: 'PATCH' | 'DELETE' | 'POST'
  /** Below the API: `/events/12`. */
  readonly path: string
  readonly body?: unknown
}

export interface Outcome {
  readonly done: number
  /** Why others were not: the first reason. */
  readonly failed: number
  readonly reason: string | undefined
}

const PER_BATCH = 50

/** Whether the API takes batches: known after the first one. */
let hasBatch: boolean | undefined

export async function runAll(steps: readonly Step[], onProgress: (done: number) => void): Promise<Outcome> {
  let [done, failed]: [number, number] = [0, 0]
  let reason: string | undefined
  const note = (status: number, body: unknown) => {
    if (status >= 200 && status < 300) done++
    else {
      failed++
      reason ??= new Refusal(status, body).message
    }
  }
  for (let at = 0; at < steps.length; at += PER_BATCH) {
    const part = steps.slice(at, at + PER_BATCH)
    const answers = hasBatch === false ? undefined : await batchOf(part)
    if (answers === undefined) {
      for (const step of part) {
        try {
          await ask(step.path, { method: step.method, body: step.body })
          note(200, undefined)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          note(error.status, error.body)
        }
        onProgress(done + failed)
      }
    } else for (const { status, body } of answers) note(status, body)
    onProgress(done + failed)
  }
  return { done, failed, reason }
}

async function batchOf(steps: readonly Step[]): Promise<{ status: number; body: unknown }[] | undefined> {
  try {
    const { body } = await ask('/batch', { method: 'POST', body: { requests: steps } })
    const responses: unknown = Reflect.get(Object(body), 'responses')
    if (!Array.isArray(responses)) return undefined
    hasBatch = true
    return responses.map((one: unknown) => ({
      status: Number(Reflect.get(Object(one), 'status') ?? 0),
      body: Reflect.get(Object(one), 'body'),
    }))
  } catch (error) {
    if (!(error instanceof Refusal) || (error.status !== 404 && error.status !== 405)) throw error
    hasBatch = false
    return undefined
  }
}

/** What was done, by the number of what was done; and what was not. */
export const outcomeText = (said: (n: number) => string, { done, failed, reason }: Outcome): string =>
  [
    ...(done > 0 ? [said(done)] : []),
    ...(failed > 0 ? [t('{n} could not be changed: {reason}', { n: failed, reason: reason ?? '' })] : []),
  ].join(' ')

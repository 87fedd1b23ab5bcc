import type { ClientEvent } from '../../../../client.ts'
import { client } from '../api.ts'
import { addressOf, go } from '../router.ts'
import { count, t } from '../texts.ts'
import type { Scope } from './form.ts'
import { type EventValues, inputOf, valuesOf } from './values.ts'

/* What is said of an event that was saved, and how that is undone. */

export const savedText = (saved: ClientEvent, before: ClientEvent | undefined): string =>
  `${wordsFor(saved, before)}${takenText(saved)}`

function wordsFor(saved: ClientEvent, before: ClientEvent | undefined): string {
  const { title } = valuesOf(saved)
  if (saved.status !== before?.status) {
    if (saved.status === 'publish' || saved.status === 'private') return t('Published: {title}', { title })
    if (saved.status === 'future') return t('Will be published: {title}', { title })
    if (saved.status === 'pending') return t('Waits for approval: {title}', { title })
    return t('Draft saved: {title}', { title })
  }
  return t('Saved: {title}', { title })
}

/** Another event at the same venue at the same time is worth a word, and no obstacle. */
function takenText({ warnings = [] }: ClientEvent): string {
  const taken = warnings.find(({ code }) => code === 'venue_taken')?.events.length ?? 0
  return taken === 0
    ? ''
    : `. ${count(taken, '1 other event is at this venue at the same time.', '{n} other events are at this venue at the same time.')}`
}

/** Writes back what was there before. */
export function undoOf(
  saved: ClientEvent,
  before: ClientEvent | undefined,
  base: EventValues,
  keys: readonly (keyof EventValues)[],
  scope: Scope | undefined,
): (() => Promise<unknown>) | undefined {
  if (before === undefined) {
    return async () => {
      await client.events.delete(saved.id)
      go(addressOf('/events'))
    }
  }
  // A split series, or a password that nobody can read, cannot be written back.
  if (scope === 'future' || keys.includes('password') || keys.includes('repeats')) return undefined
  return async () => {
    const body = {
      ...inputOf(base, keys, before),
      ...(saved.status === before.status ? {} : { status: before.status }),
    }
    await client.events.update(saved.id, body, scope === undefined ? {} : { scope })
  }
}

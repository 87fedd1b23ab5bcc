import { signal } from '@preact/signals'
import { codeOf, faultsOf, statusOf } from './api.ts'
import { codeWords, fieldName } from './refusals.ts'
import { refresh } from './router.ts'
import { isEnglish, t } from './texts.ts'

/*
 * What has just happened, in one region that screen readers read; and the way back.
 */

interface Notice {
  readonly text: string
  readonly isError: boolean
  /** Who has to sign in again can do so, and goes on with what was typed. */
  readonly isSignedOut?: boolean
  /** Takes back what happened. Stays until the next notice: no time limit. */
  readonly undo?: () => Promise<unknown>
}

export const notice = signal<Notice>({ text: '', isError: false })

export function say(text: string, undo?: () => Promise<unknown>): void {
  notice.value = undo === undefined ? { text, isError: false } : { text, isError: false, undo }
}

export function complain(error: unknown): void {
  notice.value = { text: wordsFor(error), isError: true, isSignedOut: statusOf(error) === 401 }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What a refusal means for a person. */
export function wordsFor(error: unknown): string {
  const known = codeWords(codeOf(error))
  if (known !== undefined) return known
  const faults = Object.entries(faultsOf(error)).map(([name, fault]) => `${fieldName(name)}: ${fault}`)
  if (faults.length > 0) return t('The calendar does not take this: {faults}', { faults: faults.join('; ') })
  switch (statusOf(error)) {
    case 0:
      if (error instanceof TypeError && /fetch|network|load/i.test(error.message))
        return t('There is no connection. Your text is kept; try again.')
      return messageOf(error)
    case 401:
      return t('You are not signed in any more. Your text is kept; sign in and save again.')
    case 403:
      return t('You may not do this. An editor or administrator of the calendar may.')
    case 404:
    case 410:
      return t('This does not exist any more.')
    case 429:
    case 503:
      return t('The calendar is busy. Try again in a moment.')
    default:
      // In another language, English words of the interface stand behind words that are not.
      return isEnglish
        ? messageOf(error)
        : t('The calendar does not take this: {faults}', { faults: messageOf(error) })
  }
}

/** Does what a button says, and tells what goes wrong. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    complain(error)
    return false
  }
}

export async function undo(): Promise<void> {
  const { undo: back } = notice.value
  if (back === undefined) return
  notice.value = { text: t('Undoing …'), isError: false }
  if (await attempt(back)) {
    say(t('Undone.'))
    refresh.value++
  }
}

import { isObject, parse } from '../../../../core/domain/json.ts'
import { ROOT } from '../config.ts'
import { me } from '../session.ts'
import type { EventValues } from './values.ts'

/*
 * Text that was not saved survives a closed tab, a lost session and a lost network: on this device, for each user, for 7
 * days. Never on a device that others use.
 */

export interface Draft {
  readonly values: EventValues
  readonly base: EventValues
  readonly etag: string | undefined
}

/** As it is kept. `time`: milliseconds since 1970. */
type Kept = Draft & { readonly time: number }

/** Written by `keepDraft`. A form of an earlier version lacks fields, so the current ones are below. */
const isKept = (value: unknown): value is Kept => isObject(value) && typeof value.time === 'number'

const PREFIX = `kalends-draft ${ROOT} `
const DAYS = 7
/** A quick typist makes no write for each letter. */
const PAUSE = 400

const keyOf = (id: number | undefined): string => `${PREFIX}${me.value?.user?.id ?? ''} ${id ?? 'new'}`

let timer: ReturnType<typeof setTimeout> | undefined
let waiting: (() => void) | undefined

export function keepDraft(id: number | undefined, draft: Draft): void {
  if (me.value?.shared !== false || me.value.user === null) return
  const key = keyOf(id)
  waiting = () => {
    waiting = undefined
    try {
      // A password is not for this storage.
      const values = { ...draft.values, password: '' }
      localStorage.setItem(key, JSON.stringify({ ...draft, values, time: Date.now() }))
    } catch {
      // A full or forbidden storage keeps nothing; the page warns before it is left.
    }
  }
  clearTimeout(timer)
  timer = setTimeout(() => waiting?.(), PAUSE)
}

/** Keeps what was typed at once. */
export const flushDraft = (): void => waiting?.()

// A tab can be closed before the pause is over.
addEventListener('pagehide', flushDraft)

export function dropDraft(id: number | undefined): void {
  waiting = undefined
  clearTimeout(timer)
  try {
    localStorage.removeItem(keyOf(id))
  } catch {
    // Nothing was kept.
  }
}

export function draftOf(id: number | undefined): Draft | undefined {
  try {
    const text = localStorage.getItem(keyOf(id))
    if (text === null || me.value?.shared !== false) return undefined
    const draft = parse(text, isKept)
    return draft !== undefined && Date.now() - draft.time < DAYS * 86_400_000 ? draft : undefined
  } catch {
    return undefined
  }
}

/** Of this user, or of all: on signing out, and what is too old. */
export function clearDrafts(isDue: (key: string, time: number) => boolean): void {
  try {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX))) {
      const { time } = parse(localStorage.getItem(key) ?? '', isKept) ?? { time: 0 }
      if (isDue(key, time)) localStorage.removeItem(key)
    }
  } catch {
    // Nothing is kept.
  }
}

export const clearOldDrafts = (): void => clearDrafts((_key, time) => Date.now() - time >= DAYS * 86_400_000)

export const clearOwnDrafts = (): void =>
  clearDrafts((key) => key.startsWith(`${PREFIX}${me.value?.user?.id ?? ''} `))

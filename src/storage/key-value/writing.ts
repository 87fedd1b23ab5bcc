import type { Value } from '../atoms.ts'
import { claimIn } from '../claim.ts'
import type { Content, Kind } from '../contract.ts'
import type { Calendar } from './calendar.ts'
import { Deltas } from './counters.ts'
import { derivedEntries, sharedKeys } from './derived.ts'
import type { Draft } from './draft.ts'
import { splitText } from './entry-text.ts'
import type { Put, Touched } from './evaluation.ts'
import { type Head, writeHead } from './heads.ts'
import { withId, withOwner, withoutId, withoutOwner } from './named.ts'
import { isDated } from './timelines.ts'

type Keys = Readonly<Record<string, Value>>

/** The entries that change with documents: their own, those by which they are found, and the numbers of them. */
export class Writing {
  readonly #calendar: Calendar
  readonly #touched: readonly Touched[]

  constructor(calendar: Calendar, touched: readonly Touched[]) {
    this.#calendar = calendar
    this.#touched = touched
  }

  async addTo(draft: Draft): Promise<void> {
    const deltas = new Deltas(this.#calendar.keys)
    for (const { kind, id, before, after } of this.#touched) {
      const old: Keys | undefined = before && { ...before.keys }
      const now: Keys | undefined = after && { ...after.content.keys }
      this.#derived(draft, kind, id, old, now)
      if (isDated(kind)) {
        if (old !== undefined) deltas.count(kind, old, -1)
        if (now !== undefined) deltas.count(kind, now, 1)
      }
      this.#document(draft, kind, id, before, after)
    }
    await this.#shared(draft, deltas)
  }

  #derived(draft: Draft, kind: Kind, id: number, old: Keys | undefined, now: Keys | undefined): void {
    const none = new Map<string, string>()
    const before = old === undefined ? none : derivedEntries(this.#calendar.keys, kind, id, old)
    const after = now === undefined ? none : derivedEntries(this.#calendar.keys, kind, id, now)
    for (const key of before.keys()) if (!after.has(key)) draft.set(key, undefined)
    for (const [key, value] of after) if (before.get(key) !== value) draft.set(key, value)
  }

  #document(draft: Draft, kind: Kind, id: number, before: Head | undefined, after: Put | undefined): void {
    const { keys, kv } = this.#calendar
    const text = after === undefined ? [] : splitText(JSON.stringify(after.content.text), kv.limits)
    const data = after === undefined ? [] : splitText(after.content.data, kv.limits)
    for (const [part, value] of text.entries()) draft.set(keys.text(kind, id, part), value)
    for (const [part, value] of data.entries()) draft.set(keys.data(kind, id, part), value)
    for (let part = text.length; part < (before?.textParts ?? 0); part++) {
      draft.set(keys.text(kind, id, part), undefined)
    }
    for (let part = data.length; part < (before?.dataParts ?? 0); part++) {
      draft.set(keys.data(kind, id, part), undefined)
    }
    const parts = { textParts: text.length, dataParts: data.length }
    draft.set(keys.head(kind, id), after === undefined ? undefined : headOf(after, parts))
  }

  /** What stands for several documents has to be read before it is written. */
  async #shared(draft: Draft, deltas: Deltas): Promise<void> {
    const edits = new Map<string, Edit[]>()
    const edit = (key: string, change: Edit) => edits.set(key, [...(edits.get(key) ?? []), change])
    for (const key of deltas.keys) edit(key, (text) => deltas.next(key, text))
    // All are given up before any is taken: values change hands.
    for (const touched of this.#touched) this.#leave(touched, edit)
    for (const touched of this.#touched) this.#enter(touched, edit)
    const keys = [...edits.keys()]
    const values = await this.#calendar.get(keys)
    for (const [index, key] of keys.entries()) {
      draft.set(
        key,
        edits.get(key)?.reduce<string | undefined>((text, change) => change(text), values[index]),
      )
    }
  }

  #leave({ kind, id, before, after }: Touched, edit: (key: string, change: Edit) => void): void {
    const { keys } = this.#calendar
    if (before === undefined) return
    const now = after === undefined ? [] : sharedKeys(keys, kind, { ...after.content.keys })
    for (const key of sharedKeys(keys, kind, { ...before.keys })) {
      if (!now.includes(key)) edit(key, (text) => withoutId(text, id))
    }
    const slug = claimIn(before.keys)
    if (slug === null || slug === (after && claimIn(after.content.keys))) return
    edit(keys.unique(kind, slug), (text) => withoutOwner(text, slug, id))
  }

  #enter({ kind, id, before, after }: Touched, edit: (key: string, change: Edit) => void): void {
    const { keys } = this.#calendar
    if (after === undefined) return
    const old = before === undefined ? [] : sharedKeys(keys, kind, { ...before.keys })
    for (const key of sharedKeys(keys, kind, { ...after.content.keys })) {
      if (!old.includes(key)) edit(key, (text) => withId(text, id))
    }
    const slug = claimIn(after.content.keys)
    if (slug === null || slug === (before && claimIn(before.keys))) return
    edit(keys.unique(kind, slug), (text) => withOwner(text, slug, id))
  }
}

type Edit = (text: string | undefined) => string | undefined

function headOf(put: Put, parts: { textParts: number; dataParts: number }): string {
  const of = <K extends Kind>(kind: K, { keys }: Content<K>) =>
    writeHead(kind, { version: put.expect + 1, ...parts, keys })
  switch (put.kind) {
    case 'event':
      return of('event', put.content)
    case 'venue':
      return of('venue', put.content)
    case 'organizer':
      return of('organizer', put.content)
    case 'category':
    case 'tag':
      return of(put.kind, put.content)
    case 'receipt':
      return of('receipt', put.content)
  }
}

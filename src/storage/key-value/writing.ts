import { type ChangeOf, type Kind, versionAfter } from '../contract.ts'
import { claimIn, claimOf } from '../shared/claim.ts'
import type { Keys } from '../shared/keys.ts'
import type { Calendar } from './calendar.ts'
import { Deltas } from './counters.ts'
import { derivedEntries } from './derived.ts'
import { splitText } from './entry-text.ts'
import type { Put, Touched } from './evaluation.ts'
import { type Head, writeHead } from './heads.ts'
import { sharedKeys } from './lookups.ts'
import type { MutationBuilder } from './mutation-builder.ts'
import { withId, withOwner, withoutId, withoutOwner } from './named.ts'
import { isDated } from './timelines.ts'

/** The entries that a commit changes: documents, index entries and counters. */
export class Writing {
  readonly #calendar: Calendar
  readonly #touched: readonly Touched[]

  constructor(calendar: Calendar, touched: readonly Touched[]) {
    this.#calendar = calendar
    this.#touched = touched
  }

  async addTo(mutation: MutationBuilder): Promise<void> {
    const deltas = new Deltas(this.#calendar.keys)
    for (const { kind, id, before, after } of this.#touched) {
      const old: Keys | undefined = before?.keys
      const now: Keys | undefined = after?.content.keys
      this.#derived(mutation, kind, id, old, now)
      if (isDated(kind)) {
        if (old !== undefined) deltas.count(kind, old, -1)
        if (now !== undefined) deltas.count(kind, now, 1)
      }
      this.#document(mutation, kind, id, before, after)
    }
    await this.#shared(mutation, deltas)
  }

  #derived(
    mutation: MutationBuilder,
    kind: Kind,
    id: number,
    old: Keys | undefined,
    now: Keys | undefined,
  ): void {
    const none = new Map<string, string>()
    const before = old === undefined ? none : derivedEntries(this.#calendar.keys, kind, id, old)
    const after = now === undefined ? none : derivedEntries(this.#calendar.keys, kind, id, now)
    for (const key of before.keys()) if (!after.has(key)) mutation.set(key, undefined)
    for (const [key, value] of after) if (before.get(key) !== value) mutation.set(key, value)
  }

  #document(
    mutation: MutationBuilder,
    kind: Kind,
    id: number,
    before: Head | undefined,
    after: Put | undefined,
  ): void {
    const { keys, kv } = this.#calendar
    const text = after === undefined ? [] : splitText(JSON.stringify(after.content.text), kv.limits)
    const data = after === undefined ? [] : splitText(after.content.data, kv.limits)
    for (const [part, value] of text.entries()) mutation.set(keys.text(kind, id, part), value)
    for (const [part, value] of data.entries()) mutation.set(keys.data(kind, id, part), value)
    for (let part = text.length; part < (before?.textParts ?? 0); part++) {
      mutation.set(keys.text(kind, id, part), undefined)
    }
    for (let part = data.length; part < (before?.dataParts ?? 0); part++) {
      mutation.set(keys.data(kind, id, part), undefined)
    }
    const parts = { textParts: text.length, dataParts: data.length }
    mutation.set(keys.head(kind, id), after === undefined ? undefined : headOf(after, parts))
  }

  /** Shared entries are read before they are written. */
  async #shared(mutation: MutationBuilder, deltas: Deltas): Promise<void> {
    const edits = new Map<string, Edit[]>()
    const edit = (key: string, change: Edit) => edits.set(key, [...(edits.get(key) ?? []), change])
    for (const key of deltas.keys) edit(key, (text) => deltas.next(key, text))
    // A unique value may move between documents: release all values before claiming any.
    for (const touched of this.#touched) this.#leave(touched, edit)
    for (const touched of this.#touched) this.#enter(touched, edit)
    const keys = [...edits.keys()]
    const values = await this.#calendar.get(keys)
    for (const [index, key] of keys.entries()) {
      mutation.set(
        key,
        edits.get(key)?.reduce<string | undefined>((text, change) => change(text), values[index]),
      )
    }
  }

  #leave({ kind, id, before, after }: Touched, edit: (key: string, change: Edit) => void): void {
    const { keys } = this.#calendar
    if (before === undefined) return
    const now = after === undefined ? [] : sharedKeys(keys, kind, after.content.keys)
    for (const key of sharedKeys(keys, kind, before.keys)) {
      if (!now.includes(key)) edit(key, (text) => withoutId(text, id))
    }
    const slug = claimIn(kind, before.keys)
    if (slug === null || slug === (after && claimOf(after))) return
    edit(keys.unique(kind, slug), (text) => withoutOwner(text, slug, id))
  }

  #enter({ kind, id, before, after }: Touched, edit: (key: string, change: Edit) => void): void {
    const { keys } = this.#calendar
    if (after === undefined) return
    const old = before === undefined ? [] : sharedKeys(keys, kind, before.keys)
    for (const key of sharedKeys(keys, kind, after.content.keys)) {
      if (!old.includes(key)) edit(key, (text) => withId(text, id))
    }
    const slug = claimOf(after)
    if (slug === null || slug === (before && claimIn(kind, before.keys))) return
    edit(keys.unique(kind, slug), (text) => withOwner(text, slug, id))
  }
}

type PutOf<K extends Kind> = Extract<ChangeOf<K>, { do: 'put' }>
type Parts = Pick<Head, 'textParts' | 'dataParts'>
type Edit = (text: string | undefined) => string | undefined

const headOf = <K extends Kind>(put: PutOf<K>, parts: Parts): string =>
  writeHead(put.kind, { version: versionAfter(put), ...parts, keys: put.content.keys })

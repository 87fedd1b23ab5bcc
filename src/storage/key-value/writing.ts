import type { Value } from '../atoms.ts'
import type { Content, Kind } from '../contract.ts'
import type { Calendar } from './calendar.ts'
import { Deltas } from './counters.ts'
import { derivedEntries } from './derived.ts'
import type { Draft } from './draft.ts'
import { splitText } from './entry-text.ts'
import type { Put, Touched } from './evaluation.ts'
import { type Head, writeHead } from './heads.ts'
import { isDated } from './timelines.ts'
import { withOwner, withoutOwner } from './unique.ts'

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
    await this.#numbersAndOwners(draft, deltas)
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

  async #numbersAndOwners(draft: Draft, deltas: Deltas): Promise<void> {
    const { keys } = this.#calendar
    const claims = this.#touched.flatMap(({ kind, id, before, after }) => {
      const old = before?.keys.unique_slug ?? null
      const now = after?.content.keys.unique_slug ?? null
      if (old === now) return []
      const given = old === null ? [] : [{ kind, id, slug: old, isTaken: false }]
      return now === null ? given : [...given, { kind, id, slug: now, isTaken: true }]
    })
    const numbers = deltas.keys
    const uniques = [...new Set(claims.map(({ kind, slug }) => keys.unique(kind, slug)))]
    const values = await this.#calendar.get([...numbers, ...uniques])
    for (const [index, key] of numbers.entries()) draft.set(key, deltas.next(key, values[index]))

    const owners = new Map(uniques.map((key, index) => [key, values[numbers.length + index]]))
    // All are given up before any is taken: values change hands.
    for (const { kind, id, slug } of claims.filter(({ isTaken }) => !isTaken)) {
      const key = keys.unique(kind, slug)
      owners.set(key, withoutOwner(owners.get(key), slug, id))
    }
    for (const { kind, id, slug } of claims.filter(({ isTaken }) => isTaken)) {
      const key = keys.unique(kind, slug)
      owners.set(key, withOwner(owners.get(key), slug, id))
    }
    for (const [key, value] of owners) draft.set(key, value)
  }
}

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
  }
}

import { useEffect, useState } from 'preact/hooks'
import { t } from '../texts.ts'

interface Item {
  readonly id: number
}

/** Which items of a list are selected. */
export interface Selection<T extends Item> {
  readonly items: readonly T[]
  readonly chosen: readonly T[]
  readonly has: (item: Item) => boolean
  readonly set: (items: readonly Item[]) => void
  readonly toggle: (item: Item, isOn: boolean) => void
}

/** Nothing is selected when another list is shown, which `list` says. */
export function useSelection<T extends Item>(items: readonly T[], list: readonly unknown[]): Selection<T> {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => setIds(new Set()), [...list])
  const has = ({ id }: Item) => ids.has(id)
  return {
    items,
    chosen: items.filter(has),
    has,
    set: (all) => setIds(new Set(all.map(({ id }) => id))),
    toggle: ({ id }, isOn) =>
      setIds((known) => new Set(isOn ? [...known, id] : [...known].filter((one) => one !== id))),
  }
}

export function SelectAll<T extends Item>({
  selection: { items, chosen, set },
}: {
  readonly selection: Selection<T>
}) {
  return (
    <td class="narrow">
      <input
        type="checkbox"
        aria-label={t('Select all')}
        disabled={items.length === 0}
        checked={items.length > 0 && chosen.length === items.length}
        onChange={({ currentTarget }) => set(currentTarget.checked ? items : [])}
      />
    </td>
  )
}

export function SelectOne<T extends Item>({
  selection: { has, toggle },
  item,
  title,
}: {
  readonly selection: Selection<T>
  readonly item: T
  readonly title: string
}) {
  return (
    <td class="narrow">
      <input
        type="checkbox"
        aria-label={t('Select {title}', { title })}
        checked={has(item)}
        onChange={({ currentTarget }) => toggle(item, currentTarget.checked)}
      />
    </td>
  )
}

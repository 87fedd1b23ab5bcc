import { count } from '../texts.ts'

/** Of those that are selected, how many the user may only read. */
export function NotYours({ n }: { readonly n: number }) {
  if (n === 0) return null
  return (
    <span>
      {count(
        n,
        'Only its author, an editor or an administrator may change 1 of them.',
        'Only their authors, an editor or an administrator may change {n} of them.',
      )}
    </span>
  )
}

import { may, me } from '../session.ts'

/** As the interface decides: editors all, authors their own, contributors their own until they are published. */
export function mayEdit({
  author,
  status,
}: {
  readonly author?: unknown
  readonly status?: unknown
}): boolean {
  if (may('edit_others')) return true
  if (String(me.value?.user?.id) !== String(author)) return false
  return may('publish') || (may('write') && ['draft', 'pending', 'trash'].includes(String(status)))
}

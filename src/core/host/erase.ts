import type { Erased, EraseOptions } from '../../types/index.ts'
import { userIdFrom } from '../domain/records/user-id.ts'
import type { Site } from '../mount/site.ts'

/** Throws `TypeError` for a call that names nobody, and for what is no user ID, e-mail address or name. */
export async function erase(
  site: Site,
  { now = () => new Date() }: { readonly now?: (() => Date) | undefined },
  { user, email, names = [], signal }: EraseOptions,
): Promise<Erased> {
  if (user === undefined && email === undefined) throw new TypeError('api.erase takes a user or an email')
  const id = userIdFrom(user)
  if (user !== undefined && id === undefined) throw new TypeError('user: is not the ID of a user')
  const { erasePerson, isAddress, areNames } = await import('../operations/writes.ts')
  const address = typeof email === 'string' ? email.trim() : email
  if (address !== undefined && !isAddress(address)) throw new TypeError('email: is not an e-mail address')
  if (!areNames(names)) {
    throw new TypeError('names: must be up to 20 names of 2 to 200 characters, with a letter or a digit')
  }
  return erasePerson(site, now(), { user: id, email: address, names, signal })
}

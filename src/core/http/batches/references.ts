import { ApiError, invalidParam } from '../../../errors.ts'
import type { Params } from '../../mount/request.ts'
import { isReserved } from '../../mount/unsafe-values.ts'

/*
 * References from one entry of a batch to what another one has created. They stand where an ID does, as a whole segment of
 * a path or as a value. Text is never searched.
 */

/** The fields that hold IDs, alone or in lists. */
const FIELDS = ['venue', 'organizer', 'categories', 'tags', 'image', 'post_parent', 'parent']

/** Finds the ID that an entry before has answered. `place`: where the reference stands. Throws 400 and 424. */
export type FindId = (name: string, place: string) => number

/** The path with IDs in place of its segments `$name`. */
export function resolvePath(path: string, find: FindId): string {
  if (!path.includes('$')) return path
  const query = path.indexOf('?')
  const end = query < 0 ? path.length : query
  const segments = path.slice(0, end).split('/')
  const resolved = segments.map((one) => (one.startsWith('$') ? find(one.slice(1), 'path') : one))
  return `${resolved.join('/')}${path.slice(end)}`
}

/** A copy of the body, with IDs in place of `{ "$ref": name }`. It has no prototype, so that no name can reach one. */
export function resolveBody(body: Params, find: FindId): Params {
  const resolved: Params = Object.create(null)
  for (const [name, value] of Object.entries(body)) {
    // An unsafe name stays, and is refused as in every body.
    if (isReserved(name) || !FIELDS.includes(name)) resolved[name] = value
    else if (Array.isArray(value)) resolved[name] = value.map((one) => resolveValue(one, name, find))
    else resolved[name] = resolveValue(value, name, find)
  }
  return resolved
}

function resolveValue(value: unknown, place: string, find: FindId): unknown {
  if (typeof value !== 'object' || value === null || !('$ref' in value)) return value
  const { $ref: name, ...others } = value
  if (typeof name !== 'string' || Object.keys(others).length > 0) {
    throw invalidParam(place, 'a reference is an object with $ref alone, the id of a request before')
  }
  return find(name, place)
}

export const failedDependency = (message?: string): ApiError =>
  new ApiError('rest_failed_dependency', { message })

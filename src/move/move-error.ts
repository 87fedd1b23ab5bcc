/**
 * What is moved cannot be read or written: a site that is not reachable, refuses the credentials or is no events site; a
 * damaged file; a calendar that has something else already.
 */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}

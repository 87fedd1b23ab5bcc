/** Why `publicFetch` has no answer, in words that may be shown: without credentials, and without addresses of a network. */
export class PublicFetchError extends TypeError {
  override readonly name = 'PublicFetchError'
}

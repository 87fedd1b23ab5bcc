/* NUL and lone surrogates, which no storage keeps faithfully. */

/** Why a text is unsafe. */
export function unsafeText(text: string): string | undefined {
  if (text.includes('\0')) return 'must not hold the character NUL'
  return /\p{Surrogate}/u.test(text) ? 'must be well-formed Unicode text' : undefined
}

/** The text without them. */
export const withoutUnsafe = (text: string): string => text.replace(/\0|\p{Surrogate}/gu, '')

/** Which dates of a series a change or a deletion means. */
export type Scope = 'this' | 'future' | 'all'

export interface ScopeChoice {
  scope: Scope
  label: string
}

/** The answers to the question for one date of a series. The first one is chosen unless another is. */
export const DATE_SCOPES: readonly ScopeChoice[] = [
  { scope: 'this', label: 'Only this date' },
  { scope: 'future', label: 'This date and all later ones' },
  { scope: 'all', label: 'All dates' },
]

/** Those for the series itself; `next` is its next date. */
export const seriesScopes = (next: string): readonly ScopeChoice[] => [
  { scope: 'all', label: 'All dates' },
  { scope: 'future', label: `From ${next} on` },
]

/** The choice in a form with `ScopeFields`. */
export function scopeIn(form: FormData): Scope | undefined {
  const chosen = form.get('scope')
  return chosen === 'this' || chosen === 'future' || chosen === 'all' ? chosen : undefined
}

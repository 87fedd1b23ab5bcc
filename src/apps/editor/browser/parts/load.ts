import { useEffect, useState } from 'preact/hooks'
import { wordsFor } from '../notices.ts'
import { refresh } from '../router.ts'

export interface Loaded<T> {
  readonly value: T | undefined
  readonly isLoading: boolean
  readonly trouble: string | undefined
}

/** Loads when one of `needs` changes, and after an undo. What was loaded before stays until the new is here. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  needs: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Loaded<T>>({ value: undefined, isLoading: true, trouble: undefined })
  useEffect(() => {
    const abort = new AbortController()
    setState(({ value }) => ({ value, isLoading: true, trouble: undefined }))
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setState({ value, isLoading: false, trouble: undefined })
      },
      (error: unknown) => {
        if (!abort.signal.aborted)
          setState(({ value }) => ({ value, isLoading: false, trouble: wordsFor(error) }))
      },
    )
    return () => abort.abort()
  }, [...needs, refresh.value])
  return state
}

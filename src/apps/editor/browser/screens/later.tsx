import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { wordsFor } from '../notices.ts'
import { Title } from '../parts/title.tsx'
import { t } from '../texts.ts'

/** Screens in a file of their own, which comes after the list is there. */
function later<T>(load: () => Promise<T>) {
  const screens = signal<T | undefined>(undefined)
  const trouble = signal('')
  let isAsked = false
  const begin = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      (module) => {
        screens.value = module
      },
      (error: unknown) => {
        trouble.value = wordsFor(error)
      },
    )
  }
  function Later({ children }: { readonly children: (screens: T) => ComponentChildren }) {
    useEffect(begin, [])
    if (screens.value !== undefined) return <>{children(screens.value)}</>
    if (trouble.value === '')
      return (
        <main aria-busy="true">
          <Title>{t('Loading …')}</Title>
        </main>
      )
    return (
      <main>
        <Title>{t('Something went wrong')}</Title>
        <p class="fault">{trouble.value}</p>
        {/* Browsers keep it in mind that a file of a script did not come. */}
        <button type="button" onClick={() => location.reload()}>
          {t('Reload')}
        </button>
      </main>
    )
  }
  return Object.assign(Later, { begin })
}

export const WithEvent = later(() => import('./event.tsx'))
export const WithOthers = later(() => import('./others.ts'))
export type Others = typeof import('./others.ts')

/** As soon as the list is there: no key waits for a screen, and a network that is lost later takes nothing away. */
export function loadOthers(): void {
  WithEvent.begin()
  WithOthers.begin()
}

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { me } from '../session.ts'

/** The heading of a screen, which is the title of its tab, too. */
export function Title({ children }: { readonly children: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const text = heading.current?.textContent ?? ''
    const site = me.value?.title ?? ''
    document.title = text === '' || text === site ? site : `${text} – ${site}`
  })
  return <h1 ref={heading}>{children}</h1>
}

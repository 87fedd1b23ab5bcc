'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'

/** A link that says whether it leads to the page that is open. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} aria-current={usePathname() === href ? 'page' : undefined}>
      {children}
    </Link>
  )
}

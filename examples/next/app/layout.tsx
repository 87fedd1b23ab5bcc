import type { Metadata, Viewport } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { NavLink } from '../components/nav-link.tsx'
import { Ridge } from '../components/ridge.tsx'
import { EDITOR_PATH } from '../lib/paths.ts'
import { isLoggedIn } from '../lib/reader.ts'
import { SITE_DESCRIPTION, SITE_NAME, SITE_URL } from '../lib/site.ts'
import { logOut } from './login/actions.ts'
import './styles/base.css'
import './styles/layout.css'
import './styles/month.css'
import './styles/events.css'
import './styles/form.css'

export const metadata: Metadata = {
  metadataBase: new URL(SITE_URL),
  title: { default: SITE_NAME, template: `%s · ${SITE_NAME}` },
  description: SITE_DESCRIPTION,
  openGraph: { siteName: SITE_NAME, type: 'website' },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f2e9' },
    { media: '(prefers-color-scheme: dark)', color: '#12181b' },
  ],
}

/** `head` is what a page has for the document's head beside its metadata: the folder `@head`. */
export default async function Layout({ children, head }: { children: ReactNode; head: ReactNode }) {
  const isEditor = await isLoggedIn()
  return (
    <html lang="en">
      <head>
        {/* Not as a file of Next's conventions: those are streamed, and a browser that waits for none asks for another. */}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {head}
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <header className="site-header">
          <div className="site-header-inner">
            <Link className="brand" href="/">
              <Ridge />
              <span>{SITE_NAME}</span>
            </Link>
            <nav className="site-nav" aria-label="Site">
              <NavLink href="/">Month</NavLink>
              <NavLink href="/events">All events</NavLink>
              <NavLink href="/subscribe">Subscribe</NavLink>
              {isEditor && <a href={EDITOR_PATH}>Edit</a>}
              {isEditor ? (
                <form action={logOut}>
                  <button type="submit" className="nav-button">
                    Log out
                  </button>
                </form>
              ) : (
                <NavLink href="/login">Log in</NavLink>
              )}
            </nav>
          </div>
        </header>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <footer className="site-footer">
          <p>The town and its venues are real. The events are invented, and nobody has announced them.</p>
          <p>
            <a href="/api/vendor/events/v1/doc?format=html">The interface behind this site</a>
          </p>
        </footer>
      </body>
    </html>
  )
}

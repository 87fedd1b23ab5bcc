import { Component, type ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { client, loadMe } from './api.ts'
import { LINKS, LOGO } from './config.ts'
import { clearOwnDrafts, flushDraft } from './event/drafts.ts'
import { attempt, notice, say, undo } from './notices.ts'
import { useLoaded } from './parts/load.ts'
import { Title } from './parts/title.tsx'
import { isKindName, KINDS } from './records/kinds.ts'
import { addressOf, go, route } from './router.ts'
import { EventsScreen } from './screens/events.tsx'
import { type Others, WithEvent, WithOthers } from './screens/later.tsx'
import { SignInScreen, signInAddress } from './screens/sign-in.tsx'
import { authorization, keepAuthorization, may, me } from './session.ts'
import { areKeysOn, Settings } from './settings.tsx'
import { t } from './texts.ts'

/** What keeps a fault of one screen from taking the navigation with it. */
class Boundary extends Component<{ children: ComponentChildren }, { fault?: unknown }> {
  override state: { fault?: unknown } = {}

  static override getDerivedStateFromError(fault: unknown) {
    return { fault }
  }

  override render() {
    if (this.state.fault === undefined) return this.props.children
    return (
      <main>
        <Title>{t('Something went wrong')}</Title>
        <p>{this.state.fault instanceof Error ? this.state.fault.message : String(this.state.fault)}</p>
        <button type="button" onClick={() => location.reload()}>
          {t('Reload')}
        </button>
      </main>
    )
  }
}

function Screen() {
  const [first = 'events', second] = route.value.parts
  if (first === 'events' && second === undefined) return <EventsScreen />
  if (first === 'waiting') return <EventsScreen key="waiting" isWaiting />
  const id = second === 'new' ? 'new' : /^[1-9]\d{0,15}$/.test(second ?? '') ? Number(second) : undefined
  if (first === 'events' && id !== undefined)
    return <WithEvent>{({ EventScreen }) => <EventScreen key={second} id={id} />}</WithEvent>
  return <WithOthers>{(screens) => otherScreen(screens, first, second, id)}</WithOthers>
}

function otherScreen(
  screens: Others,
  first: string,
  second: string | undefined,
  id: number | 'new' | undefined,
) {
  if (first === 'images' && may('write')) return <screens.ImagesScreen />
  if (first === 'import') return <screens.ImportScreen />
  if (first === 'feeds') return <screens.FeedsScreen />
  if (first === 'subscriptions' && may('edit_others')) {
    if (second === undefined) return <screens.SubscriptionsScreen />
    if (id !== undefined) return <screens.SubscriptionScreen key={second} id={id} />
  }
  if (isKindName(first)) {
    const kind = KINDS[first]
    if (second === undefined) return <screens.RecordsScreen key={first} kind={kind} />
    if (id !== undefined) return <screens.RecordScreen key={second} kind={kind} id={id} />
  }
  return (
    <main>
      <Title>{t('There is no such page')}</Title>
      <p>
        <a href={addressOf('/events')}>{t('Events')}</a>
      </p>
    </main>
  )
}

function Navigation() {
  const [first = 'events'] = route.value.parts
  const features = me.value?.features
  const waiting = useLoaded(
    async (signal) =>
      may('edit_others')
        ? (
            await client.events.list(
              { status: ['pending'], starts_after: '0000-01-01', per_page: 1 },
              { signal },
            )
          ).total
        : 0,
    [first],
  )
  const link = (name: string, label: string) => (
    <li key={name}>
      <a href={addressOf(`/${name}`)} aria-current={first === name ? 'page' : undefined}>
        {label}
      </a>
      {name === 'waiting' && (waiting.value ?? 0) > 0 ? (
        <span class="count">
          <span aria-hidden="true">{waiting.value}</span>
          <span class="hidden">{t('{n} waiting', { n: waiting.value ?? 0 })}</span>
        </span>
      ) : null}
    </li>
  )
  return (
    <nav aria-label={t('Calendar')}>
      <ul>
        {link('events', t('Events'))}
        {link('waiting', t('Waiting for approval'))}
        {Object.values(KINDS).map((kind) => link(kind.name, t(kind.all)))}
        {features?.images && may('write') ? link('images', t('Images')) : null}
        {features?.sources && may('edit_others') ? link('subscriptions', t('Subscriptions')) : null}
        {features?.import && may('edit_others') ? link('import', t('Import')) : null}
        {link('feeds', t('Feeds'))}
        {LINKS.map(({ label, url }) => (
          <li key={url}>
            <a href={url}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function signOutAddress(): string | undefined {
  const address = me.value?.sign_out
  return address && /^(https?:\/\/|\/(?![/\\]))/i.test(address) ? address : undefined
}

async function signOut() {
  const address = signOutAddress()
  clearOwnDrafts()
  keepAuthorization('')
  if (address === undefined) await attempt(loadMe)
  else location.href = address
}

function Header() {
  const user = me.value?.user
  const host = signInAddress()
  // A session of the host ends where the host says, and nowhere else.
  const mayEnd = user !== null && (authorization.value !== '' || signOutAddress() !== undefined)
  return (
    <header>
      <a class="skip" href="#main">
        {t('Skip to the content')}
      </a>
      {LOGO === null ? null : <img class="logo" src={LOGO} alt="" />}
      <strong class="title">{me.value?.title}</strong>
      {may('write') ? (
        <button type="button" class="primary" onClick={() => go(addressOf('/events/new'))}>
          {t('New event')}
        </button>
      ) : null}
      <Navigation />
      <div class="account">
        <Settings />
        <span class="user">{user?.name}</span>
        {user === null && host !== undefined ? (
          <button
            type="button"
            onClick={() => {
              location.href = host
            }}
          >
            {t('Sign in')}
          </button>
        ) : null}
        {mayEnd ? (
          <button type="button" onClick={() => void signOut()}>
            {t('Sign out')}
          </button>
        ) : null}
      </div>
    </header>
  )
}

/** The text that was not saved is kept, and comes back in the same form. */
async function signInAgain() {
  flushDraft()
  keepAuthorization('')
  await attempt(loadMe)
  if (me.value?.user === null) say('')
}

/** Says what happened. It is always there: screen readers read what comes into it. */
function Status() {
  const { text, isError, isSignedOut, undo: back } = notice.value
  return (
    <section class={`notice ${isError ? 'bad' : ''}`} aria-label={t('Messages')}>
      <p role="status">{text}</p>
      {isSignedOut ? (
        <button type="button" onClick={() => void signInAgain()}>
          {t('Sign in')}
        </button>
      ) : null}
      {back === undefined ? null : (
        <button type="button" onClick={() => void undo()}>
          {t('Undo')}
        </button>
      )}
    </section>
  )
}

export function App() {
  // Before anybody can press a key.
  useLayoutEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (link === null || event.defaultPrevented || event.button !== 0 || link.target !== '') return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      if (link.hash === '#main') {
        // By its address it would be another screen.
        event.preventDefault()
        document.querySelector<HTMLElement>('#main')?.focus()
        return
      }
      if (!link.href.startsWith(new URL(`${addressOf('')}/`, location.href).href)) return
      event.preventDefault()
      go(link.href)
    }
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      const isTyping =
        target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]')
      if (
        (event.ctrlKey || event.metaKey) &&
        event.key === 'z' &&
        !isTyping &&
        notice.value.undo !== undefined
      ) {
        event.preventDefault()
        void undo()
      }
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !areKeysOn()) return
      if (event.key === 'n' && may('write')) {
        event.preventDefault()
        go(addressOf('/events/new'))
      } else if (event.key === '/') {
        event.preventDefault()
        document.querySelector<HTMLElement>('input[type="search"]')?.focus()
      }
    }
    document.addEventListener('click', onClick)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('click', onClick)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  const { parts } = route.value
  const mayRead = me.value?.user !== null
  return (
    <>
      {mayRead ? <Header /> : null}
      <Status />
      <div id="main" tabIndex={-1}>
        <Boundary key={parts.join('/')}>{mayRead ? <Screen /> : <SignInScreen />}</Boundary>
      </div>
    </>
  )
}

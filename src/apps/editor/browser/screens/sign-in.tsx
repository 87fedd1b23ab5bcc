import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { challenges, loadMe, statusOf } from '../api.ts'
import { complain, say } from '../notices.ts'
import { TextField } from '../parts/field.tsx'
import { Title } from '../parts/title.tsx'
import { keepAuthorization, me } from '../session.ts'
import { t } from '../texts.ts'

/** Base64 of UTF-8: user names and passwords have any characters. */
const basic = (user: string, password: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`

/** Where the host signs people in, with the address to come back to. */
export function signInAddress(): string | undefined {
  const signIn = me.value?.sign_in
  if (!signIn || !/^(https?:\/\/|\/(?![/\\]))/i.test(signIn)) return undefined
  const url = new URL(signIn, location.href)
  url.searchParams.set('return_to', location.href)
  return url.href
}

export function SignInScreen() {
  const host = signInAddress()
  if (host !== undefined) {
    return (
      <main class="center">
        <Title>{me.value?.title}</Title>
        <p>{t('Sign in to write events.')}</p>
        <button
          type="button"
          class="primary"
          onClick={() => {
            location.href = host
          }}
        >
          {t('Sign in')}
        </button>
      </main>
    )
  }
  return <SignInForm />
}

function SignInForm() {
  const schemes = useSignal<string | undefined>(undefined)
  const user = useSignal('')
  const password = useSignal('')
  const token = useSignal('')
  const fault = useSignal('')
  useEffect(() => {
    challenges().then(
      (found) => {
        schemes.value = found
      },
      () => {
        schemes.value = ''
      },
    )
  }, [])
  const asked = schemes.value ?? ''
  const hasPasswords = /\bbasic\b/i.test(asked)
  const hasTokens = !hasPasswords || /\bbearer\b/i.test(asked)

  async function submit() {
    fault.value = ''
    keepAuthorization(
      token.value.trim() !== '' ? `Bearer ${token.value.trim()}` : basic(user.value, password.value),
    )
    try {
      await loadMe()
      if (me.value?.user !== null) return say(t('Signed in.'))
      fault.value = t('The calendar does not know these.')
    } catch (error) {
      if (statusOf(error) === 401) fault.value = t('The calendar does not know these.')
      else complain(error)
    }
    keepAuthorization('')
  }

  if (schemes.value === undefined) return <main class="center" aria-busy="true" />
  return (
    <main class="center">
      <Title>{me.value?.title}</Title>
      <form
        aria-label={t('Sign in')}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {hasPasswords ? (
          <>
            <TextField
              label={t('User name')}
              value={user.value}
              input={{ autocomplete: 'username' }}
              onChange={(value) => {
                user.value = value
              }}
            />
            <TextField
              label={t('Password')}
              type="password"
              value={password.value}
              input={{ autocomplete: 'current-password' }}
              onChange={(value) => {
                password.value = value
              }}
            />
          </>
        ) : null}
        {hasTokens ? (
          <TextField
            label={t('Token')}
            class="secret"
            value={token.value}
            input={{ spellcheck: false, autocapitalize: 'off' }}
            onChange={(value) => {
              token.value = value
            }}
          />
        ) : null}
        {fault.value === '' ? null : (
          <p class="fault" role="alert">
            {fault.value}
          </p>
        )}
        <button type="submit" class="primary">
          {t('Sign in')}
        </button>
      </form>
    </main>
  )
}

import type { Metadata } from 'next'
import { readQuery, type SearchParams } from '../../lib/search-params.ts'
import { logIn } from './actions.ts'

export const metadata: Metadata = { title: 'Log in', robots: { index: false } }

export default async function LoginPage({ searchParams }: { searchParams: SearchParams }) {
  const { wrong, return_to = '/' } = await readQuery(searchParams)
  const isWrong = wrong !== undefined
  return (
    <div className="narrow">
      <h1>Log in</h1>
      <p className="lead">
        This is a demo: the password is <code>demo</code>. With it you can add, change and delete events.
      </p>
      <form className="form" action={logIn}>
        <input type="hidden" name="return_to" value={return_to} />
        <div className={isWrong ? 'field has-error' : 'field'}>
          <label htmlFor="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={isWrong}
            aria-describedby={isWrong ? 'password-error' : undefined}
          />
          {isWrong && (
            <p className="field-error" id="password-error" role="alert">
              That is not the password.
            </p>
          )}
        </div>
        <div className="form-actions">
          <button type="submit" className="button primary">
            Log in
          </button>
        </div>
      </form>
    </div>
  )
}

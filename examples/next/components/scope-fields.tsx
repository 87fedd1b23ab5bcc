import { useId } from 'react'
import type { ScopeChoice } from '../lib/scope.ts'

/** The question which dates of a series are meant; `scopeIn` reads the answer. */
export function ScopeFields({ legend, scopes }: { legend: string; scopes: readonly ScopeChoice[] }) {
  // A page may ask twice: of changes and of a deletion.
  const id = useId()
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {scopes.map(({ scope, label }, index) => (
        <div key={scope} className="check">
          <input id={`${id}-${scope}`} name="scope" type="radio" value={scope} defaultChecked={index === 0} />
          <label htmlFor={`${id}-${scope}`}>{label}</label>
        </div>
      ))}
    </fieldset>
  )
}

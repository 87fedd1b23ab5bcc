import type { ScopeChoice } from '../lib/scope.ts'

/** The question which dates of a series are meant; `scopeIn` reads the answer. */
export function ScopeFields({ legend, scopes }: { legend: string; scopes: readonly ScopeChoice[] }) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {scopes.map(({ scope, label }, index) => (
        <div key={scope} className="check">
          <input id={`scope-${scope}`} name="scope" type="radio" value={scope} defaultChecked={index === 0} />
          <label htmlFor={`scope-${scope}`}>{label}</label>
        </div>
      ))}
    </fieldset>
  )
}

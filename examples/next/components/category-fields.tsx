import type { Category } from '../lib/categories.ts'

interface Props {
  categories: readonly Category[]
  chosen: readonly number[]
  fault: string | undefined
}

export function CategoryFields({ categories, chosen, fault }: Props) {
  return (
    <fieldset className="field-group" aria-describedby={fault === undefined ? undefined : 'categories-fault'}>
      <legend>Categories</legend>
      <ul className="checks">
        {categories.map(({ id, name, top, depth }) => (
          <li key={id} className={`check colour-${top}`} data-depth={depth}>
            <input
              id={`category-${id}`}
              name="categories"
              type="checkbox"
              value={id}
              defaultChecked={chosen.includes(id)}
            />
            <label htmlFor={`category-${id}`}>{name}</label>
          </li>
        ))}
      </ul>
      {fault !== undefined && (
        <p className="field-error" id="categories-fault">
          Categories {fault}.
        </p>
      )}
    </fieldset>
  )
}

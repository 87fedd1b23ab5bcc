import { useEffect, useState } from 'preact/hooks'
import { TextField } from '../parts/field.tsx'
import { route, setQuery } from '../router.ts'
import { t } from '../texts.ts'

/** Long enough that a list is not loaded for each letter. */
const PAUSE = 250

/** The search of a list. It is in the address. */
export function SearchField() {
  const { query } = route.value
  const [search, setSearch] = useState(query.get('search') ?? '')
  useEffect(() => {
    if (search === (query.get('search') ?? '')) return
    const timer = setTimeout(() => setQuery({ search, page: undefined }), PAUSE)
    return () => clearTimeout(timer)
  }, [search])
  return <TextField label={t('Search')} type="search" value={search} onChange={setSearch} />
}

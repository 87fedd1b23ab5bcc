import { setQuery } from '../router.ts'
import { t } from '../texts.ts'

/** Pages of a list. */
export function Pager({
  page,
  pages,
  total,
}: {
  readonly page: number
  readonly pages: number
  readonly total: string
}) {
  return (
    <nav class="pager" aria-label={t('Pages')}>
      <span>{total}</span>
      {pages > 1 ? (
        <>
          <button type="button" disabled={page <= 1} onClick={() => setQuery({ page: String(page - 1) })}>
            {t('Previous page')}
          </button>
          <span>{t('Page {n} of {all}', { n: page, all: pages })}</span>
          <button type="button" disabled={page >= pages} onClick={() => setQuery({ page: String(page + 1) })}>
            {t('Next page')}
          </button>
        </>
      ) : null}
    </nav>
  )
}

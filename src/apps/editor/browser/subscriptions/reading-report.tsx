import type { PullReport } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { client } from '../api.ts'
import { whenText } from '../dates/write.ts'
import { useLoaded } from '../parts/load.ts'
import { addressOf } from '../router.ts'
import { count, t } from '../texts.ts'
import { troubleWords } from './troubles.ts'

/** Lines of each list. */
const SHOWN = 50

const ANY = ['publish', 'future', 'pending', 'draft', 'private'] as const

/** What would come, or why nothing can. */
export function ReadingReport({ reading }: { readonly reading: PullReport }) {
  const { error, attached, refused, held = 0, events = [] } = reading
  return (
    <section class="note" aria-label={t('What would come')}>
      <h2>{t('What would come')}</h2>
      {error && held === 0 ? <p class="fault">{troubleWords(error)}</p> : <Figures reading={reading} />}
      {held === 0 ? null : (
        <p>{count(held, '1 event is no longer there', '{n} events are no longer there')}</p>
      )}
      <Listed name={t('New')} all={events.filter(({ change }) => change === 'new')} of={reading.new} />
      <Listed
        name={t('Changed')}
        all={events.filter(({ change }) => change === 'changed')}
        of={reading.changed}
      />
      <Listed name={t('Gone')} all={events.filter(({ change }) => change === 'gone')} of={reading.gone} />
      {attached.length === 0 ? null : (
        <>
          <h3>{t('Here already')}</h3>
          <Attached all={attached} />
        </>
      )}
      {refused.length === 0 ? null : (
        <>
          <h3>{t('Refused')}</h3>
          <ul>
            {refused.slice(0, SHOWN).map(({ uid, why }, at) => (
              <li key={`${at}${uid}`}>
                {troubleWords(why)} <small>{uid}</small>
              </li>
            ))}
          </ul>
          <Rest n={refused.length - SHOWN} />
        </>
      )}
    </section>
  )
}

/** The first of `of` events, as they would be. */
function Listed({
  name,
  all,
  of,
}: {
  readonly name: string
  readonly all: NonNullable<PullReport['events']>
  readonly of: number
}) {
  if (all.length === 0) return null
  return (
    <>
      <h3>{name}</h3>
      <ul>
        {all.map(({ uid, id, title, start_date, end_date, all_day }) => {
          const words = `${plainText(title)}, ${whenText(start_date, end_date, all_day)}`
          return (
            <li key={uid}>{id === undefined ? words : <a href={addressOf(`/events/${id}`)}>{words}</a>}</li>
          )
        })}
      </ul>
      <Rest n={of - all.length} />
    </>
  )
}

/** Events of this calendar, by their titles. */
function Attached({ all }: { readonly all: PullReport['attached'] }) {
  const shown = all.slice(0, SHOWN)
  const { value: titles } = useLoaded(
    async (signal) => {
      const filters = { include: shown.map(({ id }) => id), per_page: SHOWN, status: ANY }
      const lists = await Promise.all([
        client.events.list(filters, { signal }),
        client.events.list({ ...filters, series: 'only' }, { signal }),
      ])
      return new Map(
        lists
          .flatMap(({ items }) => items)
          .map(({ id, title, start_date, end_date, all_day }) => [
            id,
            `${plainText(title)}, ${whenText(start_date, end_date, all_day === true)}`,
          ]),
      )
    },
    [all],
  )
  return (
    <>
      <ul>
        {shown.map(({ uid, id }, at) => (
          <li key={`${at}${uid}`}>
            <a href={addressOf(`/events/${id}`)}>{titles?.get(id) ?? t('Event {id}', { id })}</a>
          </li>
        ))}
      </ul>
      <Rest n={all.length - SHOWN} />
    </>
  )
}

function Figures({ reading }: { readonly reading: PullReport }) {
  const figures = [
    [t('New'), reading.new],
    [t('Changed'), reading.changed],
    [t('Gone'), reading.gone],
    [t('Kept as changed here'), reading.kept],
    [t('Here already'), reading.attached.length],
    [t('Refused'), reading.refused.length],
  ] as const
  return (
    <dl class="figures">
      {figures.map(([name, n]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{n}</dd>
        </div>
      ))}
    </dl>
  )
}

const Rest = ({ n }: { readonly n: number }) =>
  n <= 0 ? null : <p>{count(n, 'and 1 more', 'and {n} more')}</p>

import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { ask } from '../api.ts'
import { whenText } from '../dates/write.ts'
import { attempt, say } from '../notices.ts'
import { Title } from '../parts/title.tsx'
import { me } from '../session.ts'
import { count, t, text } from '../texts.ts'

/** What an import would bring, or has brought, as the interface has it. */
interface Report {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly refused: readonly { readonly line?: number; readonly uid?: string; readonly why: string }[]
  readonly more: boolean
  readonly events?: readonly {
    readonly title: string
    readonly start_date: string
    readonly end_date: string
    readonly venue?: unknown
    readonly state: string
  }[]
}

const STATES: Readonly<Record<string, string>> = {
  new: text('New'),
  changed: text('Changed'),
  same: text('The same'),
  refused: text('Refused'),
}

/** What is refused may have no date, or a text that is not one. */
const whenOf = ({ state, start_date, end_date }: NonNullable<Report['events']>[number]): string =>
  state === 'refused' ? start_date : whenText(start_date, end_date, false)

const typeOf = (file: File): string | undefined =>
  /\.ics$/i.test(file.name) ? 'text/calendar' : /\.csv$/i.test(file.name) ? 'text/csv' : undefined

async function send(file: File, isTrial: boolean): Promise<Report> {
  const { body } = await ask('/import', {
    method: 'POST',
    query: isTrial ? { dry_run: 1 } : {},
    headers: { 'content-type': typeOf(file) ?? 'text/calendar' },
    body: file,
  })
  // As the interface documents it.
  return Object(body) as Report
}

/** Brings the events of a file, after it has shown what would come. */
export function ImportScreen() {
  const file = useSignal<File | undefined>(undefined)
  const trial = useSignal<Report | undefined>(undefined)
  const isBusy = useSignal(false)
  const progress = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const most = me.value?.limits.import ?? 10_000_000

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    if (typeOf(chosen) === undefined) return say(t('Choose a file whose name ends with .ics or .csv.'))
    if (chosen.size > most) return say(t('The file is too large.'))
    file.value = chosen
    trial.value = undefined
    isBusy.value = true
    await attempt(async () => {
      trial.value = await send(chosen, true)
      say(t('This is what would come. Nothing is changed yet.'))
    })
    isBusy.value = false
  }

  async function bring(): Promise<void> {
    const chosen = file.value
    if (chosen === undefined) return
    isBusy.value = true
    await attempt(async () => {
      let [created, updated] = [0, 0]
      for (;;) {
        const report = await send(chosen, false)
        created += report.created
        updated += report.updated
        progress.value = t('{created} new, {updated} changed', { created, updated })
        if (!report.more) break
      }
      say(t('Imported: {created} new, {updated} changed.', { created, updated }))
      trial.value = undefined
      file.value = undefined
    })
    isBusy.value = false
    progress.value = ''
  }

  const report = trial.value
  return (
    <main
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        void look(event.dataTransfer?.files[0])
      }}
    >
      <Title>{t('Import')}</Title>
      <p>{t('Events from another calendar, as a file .ics or .csv. Choose it, or drop it here.')}</p>
      <button type="button" disabled={isBusy.value} onClick={() => input.current?.click()}>
        {t('Choose file')}
      </button>
      <input
        ref={input}
        type="file"
        accept=".ics,.csv"
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          void look(chosen)
        }}
      />
      <p>{file.value?.name}</p>
      {isBusy.value ? <p role="status">{progress.value || t('Loading …')}</p> : null}
      {report === undefined ? null : (
        <>
          <p>
            {t('{created} new, {updated} changed, {unchanged} the same, {refused} refused', {
              created: report.created,
              updated: report.updated,
              unchanged: report.unchanged,
              refused: report.refused.length,
            })}
          </p>
          <button
            type="button"
            class="primary"
            disabled={isBusy.value || report.created + report.updated === 0}
            onClick={() => void bring()}
          >
            {t('Import')}
          </button>
          <div class="scroll">
            <table aria-label={t('What would come')} class="cards">
              <thead>
                <tr>
                  <th scope="col">{t('Title')}</th>
                  <th scope="col">{t('When')}</th>
                  <th scope="col">{t('Venue')}</th>
                  <th scope="col">{t('State')}</th>
                </tr>
              </thead>
              <tbody>
                {(report.events ?? []).map((event, at) => (
                  <tr key={`${at}${event.title}`}>
                    <th scope="row">{event.title}</th>
                    <td>{whenOf(event)}</td>
                    <td>{typeof event.venue === 'string' ? event.venue : ''}</td>
                    <td>{t(STATES[event.state] ?? event.state)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {report.refused.length > 0 ? (
            <>
              <h2>{count(report.refused.length, '1 event cannot come', '{n} events cannot come')}</h2>
              <ul>
                {report.refused.slice(0, 100).map(({ line, uid, why }) => (
                  <li key={`${line}${uid}${why}`}>
                    {line === undefined ? '' : `${t('Line {n}', { n: line })}: `}
                    {why}
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </main>
  )
}

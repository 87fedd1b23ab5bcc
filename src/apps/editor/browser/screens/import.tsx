import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { FileImportReport, ImportNote, ImportPreview } from '../../../../client.ts'
import { client, paramsOf } from '../api.ts'
import { whenText } from '../dates/write.ts'
import { parsed } from '../html.ts'
import { attempt, say } from '../notices.ts'
import { Title } from '../parts/title.tsx'
import { faultWords, fieldName } from '../refusals.ts'
import { me } from '../session.ts'
import { troubleOf, troubleWords } from '../subscriptions/troubles.ts'
import { count, t, text } from '../texts.ts'

const STATES: Readonly<Record<string, string>> = {
  new: text('New'),
  changed: text('Changed'),
  same: text('The same'),
  refused: text('Refused'),
}

/** What is refused may have no date, or a text that is not one. */
const whenOf = ({ state, start_date, end_date }: ImportPreview): string =>
  state === 'refused' ? start_date : whenText(start_date, end_date, false)

const formatOf = (file: File) =>
  /\.ics$/i.test(file.name) ? 'ics' : /\.csv$/i.test(file.name) ? 'csv' : undefined

const send = (file: File, dryRun: boolean, encoding: string): Promise<FileImportReport> =>
  client
    .importFile(file, { dryRun, format: formatOf(file), ...(encoding === '' ? {} : { encoding }) })
    .catch((error: unknown) => {
      const { file: message } = Object(paramsOf(error))
      throw typeof message === 'string' ? new Error(fileWords(message)) : error
    })

/** Why nothing of a file can be read. */
function fileWords(message: string): string {
  const trouble = troubleOf(message)
  return trouble?.english.startsWith('the file is not {encoding}')
    ? t('The characters of the file are not {encoding}. Choose others below.', trouble.values)
    : t('The file cannot be read: {why}', { why: troubleWords(message) })
}

/** What an event of a file lacks, or what is wrong with its fields: `title must not be empty`. */
function noteWords(message: string): string {
  if (troubleOf(message) !== undefined) return troubleWords(message)
  return message
    .split('; ')
    .map((part) => {
      const [, name = '', rest] = /^(\w+) (.+)$/s.exec(part) ?? []
      return rest === undefined ? part : `${fieldName(name)}: ${faultWords(rest)}`
    })
    .join('; ')
}

const Notes = ({ notes }: { notes: readonly ImportNote[] }) => (
  <ul>
    {notes.slice(0, 100).map(({ line, uid, title, message }) => (
      <li key={`${line}${uid}${message}`}>
        {`${t('Line {n}', { n: line })}: `}
        {title === '' ? '' : `${parsed(title).body.textContent}: `}
        {noteWords(message)}
      </li>
    ))}
  </ul>
)

/** Brings the events of a file, after it has shown what would come. */
export function ImportScreen() {
  const file = useSignal<File | undefined>(undefined)
  const encoding = useSignal('')
  const trial = useSignal<FileImportReport | undefined>(undefined)
  const isBusy = useSignal(false)
  const progress = useSignal('')
  const input = useRef<HTMLInputElement>(null)
  const most = me.value?.limits.import ?? 10_000_000

  async function look(chosen: File | undefined): Promise<void> {
    if (chosen === undefined) return
    if (formatOf(chosen) === undefined) return say(t('Choose a file whose name ends with .ics or .csv.'))
    if (chosen.size > most) return say(t('The file is too large.'))
    file.value = chosen
    trial.value = undefined
    isBusy.value = true
    await attempt(async () => {
      trial.value = await send(chosen, true, encoding.value)
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
        const report = await send(chosen, false, encoding.value)
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
      <label>
        {t('Characters of the file')}{' '}
        <select
          value={encoding.value}
          disabled={isBusy.value}
          onChange={({ currentTarget }) => {
            encoding.value = currentTarget.value
            void look(file.value)
          }}
        >
          <option value="">{t('Automatic')}</option>
          <option value="windows-1252">{t('Windows (western Europe)')}</option>
        </select>
      </label>
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
          {report.outside > 0 ? (
            <p>
              {count(
                report.outside,
                '1 event is over, or more than two years ahead',
                '{n} events are over, or more than two years ahead',
              )}
            </p>
          ) : null}
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
                    <td>{event.venue}</td>
                    <td>{t(STATES[event.state] ?? event.state)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {report.refused.length > 0 ? (
            <>
              <h2>{count(report.refused.length, '1 event cannot come', '{n} events cannot come')}</h2>
              <Notes notes={report.refused} />
            </>
          ) : null}
          {report.notes === undefined ? null : (
            <>
              <h2>{t('What is not as in the file')}</h2>
              <Notes notes={report.notes} />
            </>
          )}
        </>
      )}
    </main>
  )
}

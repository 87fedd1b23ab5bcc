import { useEffect, useRef, useState } from 'preact/hooks'
import type { PullReport, Source } from '../../../../client.ts'
import { client, faultsOf } from '../api.ts'
import { attempt, complain, say } from '../notices.ts'
import { useLoaded } from '../parts/load.ts'
import { Title } from '../parts/title.tsx'
import { addressOf, go, refresh } from '../router.ts'
import { HeldDialog } from '../subscriptions/held-dialog.tsx'
import { pause, readNow } from '../subscriptions/read-now.ts'
import { ReadingReport } from '../subscriptions/reading-report.tsx'
import { RemoveDialog } from '../subscriptions/remove-dialog.tsx'
import { SourceFields } from '../subscriptions/source-fields.tsx'
import {
  bodyOf,
  EMPTY_SOURCE,
  faultsOfValues,
  type SourceValues,
  valuesOfSource,
} from '../subscriptions/source-values.ts'
import { eventsWords, nameOfSource, whenWords } from '../subscriptions/sources.ts'
import { troubleWords } from '../subscriptions/troubles.ts'
import { t } from '../texts.ts'

/** One subscription, or a new one. */
export function SubscriptionScreen({ id }: { readonly id: number | 'new' }) {
  const { value, trouble } = useLoaded(
    async (signal) => {
      if (id === 'new') return undefined
      const source = await client.sources.get(id, { signal })
      return { source, values: await valuesOfSource(source, signal) }
    },
    [id],
  )
  if (id === 'new') return <Editing key="new" source={undefined} before={EMPTY_SOURCE} />
  if (value === undefined) {
    return (
      <main aria-busy={trouble === undefined}>
        <Title>{t('Subscription')}</Title>
        {trouble === undefined ? <p role="status">{t('Loading …')}</p> : <p class="fault">{trouble}</p>}
        <a href={addressOf('/subscriptions')}>{t('Subscriptions')}</a>
      </main>
    )
  }
  return <Editing key={`${id} ${refresh.value}`} source={value.source} before={value.values} />
}

function Editing({ source, before }: { readonly source: Source | undefined; readonly before: SourceValues }) {
  const [values, setValues] = useState(before)
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [reading, setReading] = useState<PullReport | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const [held, setHeld] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (source === undefined) form.current?.querySelector('input')?.focus()
  }, [])
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])

  /** Says what is wrong beside the field that it is about. */
  async function act(work: () => Promise<unknown>): Promise<void> {
    if (isBusy) return
    const wrong = faultsOfValues(values)
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await work()
    } catch (error) {
      setFaults(faultsOf(error))
      complain(error)
    }
    setBusy(false)
  }

  const preview = () =>
    act(async () => {
      say(t('Reading …'))
      const found =
        source === undefined
          ? await client.sources.preview(bodyOf(values))
          : await client.sources.pull(source.id, { dryRun: true })
      setReading(found)
      say(t('This is what would come. Nothing is changed yet.'))
    })

  const save = () =>
    act(async () => {
      if (source === undefined) {
        const added = await client.sources.create(bodyOf(values))
        say(t('Added: {title}', { title: nameOfSource(added) }))
      } else {
        await client.sources.update(source.id, bodyOf(values))
        say(t('Saved: {title}', { title: nameOfSource(source) }))
      }
      go(addressOf('/subscriptions'))
    })

  const read = (from: Source) =>
    attempt(async () => {
      const gone = await readNow(from)
      setHeld(gone)
      // What the screen says of the source is new, but the dialog stays.
      if (gone === 0) refresh.value++
    })

  const then = (work: () => Promise<void>) => () =>
    void attempt(work).then(() => {
      refresh.value++
    })
  const busy = { 'aria-disabled': isBusy || undefined }
  return (
    <main class="with-bar">
      <Title>{source === undefined ? t('Add subscription') : nameOfSource(source)}</Title>
      {source === undefined ? null : <Facts source={source} />}
      <form
        ref={form}
        aria-label={t('Subscription')}
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          void save()
        }}
      >
        <SourceFields values={values} faults={faults} onChange={setValues} />
        {reading === undefined ? null : <ReadingReport reading={reading} />}
        <div class="bar" role="group" aria-label={t('Actions')}>
          <button type="submit" class="primary" {...busy}>
            {source === undefined ? t('Add subscription') : t('Save')}
          </button>
          <button type="button" {...busy} onClick={() => void preview()}>
            {t('Preview')}
          </button>
          {source === undefined ? null : (
            <>
              <button type="button" {...busy} onClick={() => void read(source)}>
                {t('Read now')}
              </button>
              <button type="button" {...busy} onClick={then(() => pause(source))}>
                {source.paused ? t('Resume') : t('Pause')}
              </button>
              <button type="button" {...busy} onClick={() => setRemoving(true)}>
                {t('Remove')}
              </button>
            </>
          )}
        </div>
      </form>
      {held > 0 && source !== undefined ? (
        <HeldDialog source={source} held={held} onClose={() => setHeld(0)} />
      ) : null}
      {isRemoving && source !== undefined ? (
        <RemoveDialog
          source={source}
          onClose={() => setRemoving(false)}
          onRemoved={() => go(addressOf('/subscriptions'))}
        />
      ) : null}
    </main>
  )
}

function Facts({ source }: { readonly source: Source }) {
  const { error, last_run, last_ok, next_run, paused, events } = source
  // What it says is then no failure: many events are gone, and it waits for a word.
  const isRead = last_ok === last_run
  return (
    <>
      {error ? (
        <p class="note">
          {isRead ? troubleWords(error) : t('The last reading failed: {why}', { why: troubleWords(error) })}{' '}
          {last_ok && !isRead ? t('It last worked on {when}.', { when: whenWords(last_ok) }) : ''}
        </p>
      ) : null}
      <p class="facts">
        {eventsWords(events)}
        {' · '}
        {last_run ? t('Last read: {when}', { when: whenWords(last_run) }) : t('Not yet read')}
        {' · '}
        {paused ? t('Paused') : t('Next time: {when}', { when: whenWords(next_run) })}
      </p>
    </>
  )
}

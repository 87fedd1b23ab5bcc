import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { ClientEvent, Status } from '../../../../client.ts'
import { client, statusOf } from '../api.ts'
import { isDay, plusDays, todayIn } from '../dates/days.ts'
import { whenText } from '../dates/write.ts'
import { CopiesDialog } from '../event/copies-dialog.tsx'
import { isFirstDate, nameOf, PublishDialog, ScopeDialog, wordsOf } from '../event/dialogs.tsx'
import { clearOldDrafts, draftOf } from '../event/drafts.ts'
import { More, StatusFields, When, Where, Words } from '../event/fields.tsx'
import { type Finding, findingsIn } from '../event/findings.ts'
import { type Clash, Conflict, EventForm, type Scope } from '../event/form.ts'
import { HistoryDialog } from '../event/history-dialog.tsx'
import { mayEdit } from '../event/may-edit.ts'
import { Origin } from '../event/origin.tsx'
import { PreviewDialog } from '../event/preview-dialog.tsx'
import { Recent } from '../event/recent.tsx'
import { Similar } from '../event/similar.tsx'
import { statusName } from '../event/status-names.ts'
import { Marks } from '../event/takes-place.tsx'
import { changedKeys, EMPTY, type EventValues, inputOf, valuesOf } from '../event/values.ts'
import { attempt, complain, say } from '../notices.ts'
import { ConflictDialog } from '../parts/conflict-dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Title } from '../parts/title.tsx'
import { addressOf, go, guardLeaving, refresh, route } from '../router.ts'
import { may, me } from '../session.ts'
import { count, t } from '../texts.ts'

/** The next event begins with the zone, the venue and the duration of the last. */
let last: Pick<EventValues, 'zone' | 'venue' | 'startTime' | 'endTime'> | undefined

function emptyValues(): EventValues {
  const zone = last?.zone ?? me.value?.timezone ?? 'UTC'
  const empty: EventValues = { ...EMPTY, ...last, zone }
  const day = route.value.query.get('day') ?? ''
  return isDay(day) ? { ...empty, startDay: day, endDay: day } : empty
}

/** A copy is a draft on the next such weekday. */
function copyOf(event: ClientEvent): EventValues {
  const values = valuesOf(event)
  const today = todayIn(values.zone)
  let day = plusDays(values.startDay, 7)
  while (day < today) day = plusDays(day, 7)
  const { slug, publicationDay, publicationTime, author, repeats, isPrivate, eventStatus, reason } = EMPTY
  const shift = (Date.parse(day) - Date.parse(values.startDay)) / 86_400_000
  return {
    ...values,
    ...{ slug, publicationDay, publicationTime, author, repeats, isPrivate, eventStatus, reason },
    startDay: day,
    endDay: plusDays(values.endDay, shift),
  }
}

export function EventScreen({ id }: { readonly id: number | 'new' }) {
  const form = useSignal<EventForm | undefined>(undefined)
  const trouble = useSignal('')
  const restored = useSignal(false)
  const copy = route.value.query.get('copy')
  useEffect(() => {
    let isOver = false
    form.value = undefined
    trouble.value = ''
    restored.value = false
    clearOldDrafts()
    const load = async () => {
      if (id === 'new') {
        return new EventForm(copy === null ? emptyValues() : copyOf(await client.events.get(Number(copy))))
      }
      const event = await client.events.get(id)
      return new EventForm(valuesOf(event), event)
    }
    load().then(
      (loaded) => {
        if (isOver) return
        const draft = copy === null ? draftOf(loaded.id) : undefined
        if (draft !== undefined && changedKeys(draft.values, draft.base).length > 0) {
          loaded.restore({ ...loaded.values.value, ...draft.values }, draft.etag, {
            ...loaded.base.value,
            ...draft.base,
          })
          restored.value = true
        }
        form.value = loaded
      },
      (error: unknown) => {
        if (isOver) return
        trouble.value = [404, 410].includes(statusOf(error))
          ? t('This event does not exist any more.')
          : t('The event could not be loaded.')
        complain(error)
      },
    )
    return () => {
      isOver = true
    }
  }, [id, copy, refresh.value])

  if (trouble.value !== '') {
    return (
      <main>
        <Title>{t('Event')}</Title>
        <p>{trouble.value}</p>
        <a href={addressOf('/events')}>{t('Events')}</a>
      </main>
    )
  }
  if (form.value === undefined) {
    return (
      <main aria-busy="true">
        <Title>{t('Event')}</Title>
        <p role="status">{t('Loading …')}</p>
      </main>
    )
  }
  return (
    <Editing
      key={`${form.value.id ?? 'new'} ${refresh.value}`}
      form={form.value}
      isRestored={restored.value}
    />
  )
}

type Open =
  | { readonly kind: 'preview' | 'history' | 'copies' }
  | { readonly kind: 'publish'; readonly findings: readonly Finding[]; readonly status: Status | undefined }
  | { readonly kind: 'scope'; readonly isFirst: boolean; readonly further: Further }
  | {
      readonly kind: 'conflict'
      readonly clashes: readonly Clash[]
      readonly further: Further
      readonly scope: Scope | undefined
    }

type Further = Readonly<Record<string, unknown>>

function Editing({ form, isRestored }: { readonly form: EventForm; readonly isRestored: boolean }) {
  const open = useSignal<Open | undefined>(undefined)
  const element = useRef<HTMLFormElement>(null)
  const event = form.event.value
  const values = form.values.value
  const isNew = event === undefined
  const isReadOnly = !isNew && !mayEdit(event)

  useEffect(() => {
    if (isNew) element.current?.querySelector<HTMLInputElement>('input')?.focus()
  }, [])
  useEffect(() => {
    const stop = guardLeaving(
      () => me.value?.shared !== true || !form.isChanged.value || confirm(t('Leave without saving?')),
    )
    const warn = (unload: BeforeUnloadEvent) => {
      if (me.value?.shared === true && form.isChanged.value) unload.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => {
      stop()
      removeEventListener('beforeunload', warn)
    }
  }, [form])

  const focusOn = (key: string) => {
    const field = element.current?.querySelector<HTMLElement>(
      `[data-key="${key}"] :is(input, textarea, select, [contenteditable])`,
    )
    field?.focus()
  }

  /** What has to be there before anything is sent. */
  function faults(): Record<string, string> {
    const found: Record<string, string> = {}
    if (values.title.trim() === '') found.title = t('The event needs a title.')
    if (values.startDay === '') found.start_date = t('The event needs a start date.')
    else if (!values.allDay && values.startTime === '') found.start_date = t('The event needs a start time.')
    if (values.endDay === '') found.end_date = t('The event needs an end date.')
    else if (!values.allDay && values.endTime === '') found.end_date = t('The event needs an end time.')
    else if (`${values.endDay} ${values.endTime}` < `${values.startDay} ${values.startTime}`)
      found.end_date = t('The end is before the start.')
    return found
  }

  const firstKey = { title: 'title', start_date: 'startDay', end_date: 'endDay' } as const

  function begin(status: Status | undefined): void {
    const found = faults()
    form.faults.value = found
    const wrong = (['title', 'start_date', 'end_date'] as const).find((name) => found[name] !== undefined)
    if (wrong !== undefined) {
      complain(new Error(found[wrong]))
      focusOn(firstKey[wrong])
      return
    }
    const isPublishing = status === 'publish' && event?.status !== 'publish'
    const findings = isPublishing ? findingsIn(values, form.about.value) : []
    if (findings.length > 0) open.value = { kind: 'publish', findings, status }
    else void proceed(status)
  }

  async function proceed(status: Status | undefined): Promise<void> {
    open.value = undefined
    const wanted = status === 'publish' && values.isPrivate ? 'private' : status
    const keys = changedKeys(values, form.base.value)
    // A draft stays one until it is published.
    const isPublic = event?.status === 'publish' || event?.status === 'private'
    const isStatusChange = isPublic && keys.includes('isPrivate') && wanted === undefined
    const further: Further =
      wanted !== undefined
        ? { status: wanted }
        : isStatusChange
          ? { status: values.isPrivate ? 'private' : 'publish' }
          : {}
    if (event !== undefined && form.isDate && keys.length > 0) {
      const isFirst = await isFirstDate(event.post_parent, event.recurrence_id ?? '')
      open.value = { kind: 'scope', isFirst, further }
      return
    }
    await save(further)
  }

  async function save(further: Further, scope?: Scope): Promise<void> {
    open.value = undefined
    const before = form.event.value
    const base = form.base.value
    const keys = changedKeys(form.values.value, base)
    try {
      const saved = await form.save(further, scope)
      last = {
        zone: saved.timezone,
        venue: form.values.value.venue,
        startTime: form.values.value.startTime,
        endTime: form.values.value.endTime,
      }
      if (before?.id !== saved.id) go(addressOf(`/events/${saved.id}`), { replace: true })
      say(`${wordsFor(saved, before)}${takenText(saved)}`, undoOf(saved, before, base, keys, scope))
    } catch (error) {
      if (error instanceof Conflict) {
        open.value = { kind: 'conflict', clashes: error.clashes, further, scope }
        return
      }
      complain(error)
      const [name] = Object.keys(form.faults.value)
      if (name !== undefined) focusOn(KEY_OF[name] ?? name)
    }
  }

  async function trash(): Promise<void> {
    if (event === undefined) return
    await attempt(async () => {
      await client.events.delete(event.id)
      form.discard()
      say(t('Moved to the trash: {title}', { title: values.title }), async () => {
        await client.events.update(event.id, { status: event.status })
        go(addressOf(`/events/${event.id}`))
      })
      go(addressOf('/events'))
    })
  }

  const dialog = open.value
  const close = () => {
    open.value = undefined
  }
  return (
    <main class="with-bar">
      <Title>{isNew ? t('New event') : values.title || t('Event')}</Title>
      {event === undefined ? null : (
        <p class="facts">
          <span class={`status ${event.status}`}>{statusName(event.status)}</span>
          <Marks event={event} /> {whenText(event.start_date, event.end_date, event.all_day === true)}
        </p>
      )}
      {isReadOnly ? (
        <p class="note">
          {t('You may read this event. Its author, an editor or an administrator may change it.')}
        </p>
      ) : null}
      {event === undefined || isReadOnly ? null : <Recent event={event} />}
      {event === undefined ? null : <Origin event={event} />}
      {isRestored && form.isChanged.value ? (
        <p class="note" role="status">
          {t('Your text from last time is back. It is not saved yet.')}{' '}
          <button type="button" onClick={() => form.discard()}>
            {t('Discard it')}
          </button>
        </p>
      ) : null}
      <form
        ref={element}
        aria-label={t('Event')}
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
        }}
        onKeyDown={(key) => {
          if ((key.ctrlKey || key.metaKey) && key.key === 'Enter') {
            key.preventDefault()
            begin(may('publish') ? 'publish' : 'pending')
          } else if ((key.ctrlKey || key.metaKey) && key.key === 's') {
            key.preventDefault()
            begin(isNew ? 'draft' : undefined)
          }
        }}
      >
        <div class="bar-above">
          <fieldset class="plain" disabled={isReadOnly}>
            <div data-key="title">
              <TextField
                label={t('Title')}
                class="wide title"
                value={values.title}
                fault={form.faults.value.title}
                onChange={(title) => form.set('title', title)}
              />
            </div>
            {isNew ? <Similar form={form} /> : null}
            <When form={form} />
            <Where form={form} />
            <Words form={form} isReadOnly={isReadOnly} />
            <StatusFields form={form} />
            <More form={form} />
          </fieldset>
        </div>
        <div class="bar" role="group" aria-label={t('Actions')}>
          <Buttons
            event={event}
            isReadOnly={isReadOnly}
            isSaving={form.isSaving.value}
            onSave={begin}
            onTrash={trash}
            onOpen={(kind) => {
              open.value = { kind }
            }}
          />
        </div>
      </form>
      {dialog?.kind === 'publish' ? (
        <PublishDialog
          findings={dialog.findings}
          onGo={(key) => {
            open.value = undefined
            // After the dialog has given the focus back.
            setTimeout(() => focusOn(key))
          }}
          onPublish={() => void proceed(dialog.status)}
          onClose={() => {
            open.value = undefined
          }}
        />
      ) : null}
      {dialog?.kind === 'preview' ? <PreviewDialog values={values} onClose={close} /> : null}
      {dialog?.kind === 'history' && event !== undefined ? (
        <HistoryDialog event={event} onClose={close} />
      ) : null}
      {dialog?.kind === 'copies' && event !== undefined ? (
        <CopiesDialog event={event} onClose={close} />
      ) : null}
      {dialog?.kind === 'scope' && event !== undefined ? (
        <ScopeDialog
          isFirst={dialog.isFirst}
          effectOf={(scope) =>
            client.events.dryRun.update(
              event.id,
              { ...inputOf(values, changedKeys(values, form.base.value), event), ...dialog.further },
              { scope },
            )
          }
          onApply={(scope) => void save(dialog.further, scope)}
          onClose={() => {
            open.value = undefined
          }}
        />
      ) : null}
      {dialog?.kind === 'conflict' ? (
        <ConflictDialog
          differences={dialog.clashes.map(({ key, mine, theirs }) => ({
            key,
            label: nameOf(key),
            mine: wordsOf(mine, key),
            theirs: wordsOf(theirs, key),
          }))}
          onDone={(theirs) => {
            const taken = dialog.clashes.filter(({ key }) => theirs.includes(key))
            form.change(Object.fromEntries(taken.map((clash) => [clash.key, clash.theirs[clash.key]])))
            void save(dialog.further, dialog.scope)
          }}
          onClose={() => {
            open.value = undefined
          }}
        />
      ) : null}
    </main>
  )
}

function Buttons({
  event,
  isReadOnly,
  isSaving,
  onSave,
  onTrash,
  onOpen,
}: {
  readonly event: ClientEvent | undefined
  readonly isReadOnly: boolean
  readonly isSaving: boolean
  readonly onSave: (status: Status | undefined) => void
  readonly onTrash: () => void
  readonly onOpen: (kind: 'preview' | 'history' | 'copies') => void
}) {
  const status = event?.status
  const isPublic = status === 'publish' || status === 'future' || status === 'private'
  const busy = { 'aria-disabled': isSaving || undefined, 'aria-busy': isSaving || undefined }
  const press = (wanted: Status | undefined) => () => {
    if (!isSaving) onSave(wanted)
  }
  return (
    <>
      {isReadOnly ? null : (
        <>
          {status === 'trash' ? (
            <button type="button" class="primary" {...busy} onClick={press('draft')}>
              {t('Restore')}
            </button>
          ) : null}
          {!isPublic && status !== 'trash' && may('publish') ? (
            <button type="button" class="primary" {...busy} onClick={press('publish')}>
              {t('Publish')}
            </button>
          ) : null}
          {!isPublic && status !== 'trash' && !may('publish') ? (
            <button type="button" class="primary" {...busy} onClick={press('pending')}>
              {t('Submit for approval')}
            </button>
          ) : null}
          {event === undefined || status === 'trash' ? null : (
            <button type="button" class={isPublic ? 'primary' : ''} {...busy} onClick={press(undefined)}>
              {t('Save')}
            </button>
          )}
          {event === undefined || isPublic || status === 'pending' ? (
            <button type="button" {...busy} onClick={press('draft')}>
              {t('Save draft')}
            </button>
          ) : null}
        </>
      )}
      {event === undefined ? null : (
        <>
          {isPublic ? (
            <a class="button" href={event.url} target="_blank" rel="noreferrer">
              {t('Preview')}
            </a>
          ) : (
            <button type="button" onClick={() => onOpen('preview')}>
              {t('Preview')}
            </button>
          )}
          {me.value?.features.revisions && !isReadOnly ? (
            <button type="button" onClick={() => onOpen('history')}>
              {t('History')}
            </button>
          ) : null}
          {may('write') ? (
            <>
              <button type="button" onClick={() => go(addressOf('/events/new', { copy: String(event.id) }))}>
                {t('Copy')}
              </button>
              <button type="button" onClick={() => onOpen('copies')}>
                {t('Copy to dates…')}
              </button>
            </>
          ) : null}
          {isReadOnly || status === 'trash' ? null : (
            <button type="button" onClick={onTrash}>
              {t('Move to trash')}
            </button>
          )}
        </>
      )}
    </>
  )
}

const KEY_OF: Readonly<Record<string, string>> = {
  start_date: 'startDay',
  end_date: 'endDay',
  recurrence: 'repeats',
}

function wordsFor(saved: ClientEvent, before: ClientEvent | undefined): string {
  const { title } = valuesOf(saved)
  if (saved.status !== before?.status) {
    if (saved.status === 'publish' || saved.status === 'private') return t('Published: {title}', { title })
    if (saved.status === 'future') return t('Will be published: {title}', { title })
    if (saved.status === 'pending') return t('Waits for approval: {title}', { title })
    return t('Draft saved: {title}', { title })
  }
  return t('Saved: {title}', { title })
}

/** Another event at the same venue at the same time is worth a word, and no obstacle. */
function takenText({ warnings = [] }: ClientEvent): string {
  const taken = warnings.find(({ code }) => code === 'venue_taken')?.events.length ?? 0
  return taken === 0
    ? ''
    : `. ${count(taken, '1 other event is at this venue at the same time.', '{n} other events are at this venue at the same time.')}`
}

/** Writes back what was there before. */
function undoOf(
  saved: ClientEvent,
  before: ClientEvent | undefined,
  base: EventValues,
  keys: readonly (keyof EventValues)[],
  scope: Scope | undefined,
): (() => Promise<unknown>) | undefined {
  if (before === undefined) {
    return async () => {
      await client.events.delete(saved.id)
      go(addressOf('/events'))
    }
  }
  // A split series, or a password that nobody can read, cannot be written back.
  if (scope === 'future' || keys.includes('password') || keys.includes('repeats')) return undefined
  return async () => {
    const body = {
      ...inputOf(base, keys, before),
      ...(saved.status === before.status ? {} : { status: before.status }),
    }
    await client.events.update(saved.id, body, scope === undefined ? {} : { scope })
  }
}

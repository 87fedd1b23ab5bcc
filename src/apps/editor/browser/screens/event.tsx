import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Status } from '../../../../client.ts'
import { client, statusOf } from '../api.ts'
import { whenText } from '../dates/write.ts'
import { Buttons } from '../event/buttons.tsx'
import { copiedBody } from '../event/copied-body.ts'
import { CopiesDialog } from '../event/copies-dialog.tsx'
import { isFirstDate, nameOf, PublishDialog, ScopeDialog, wordsOf } from '../event/dialogs.tsx'
import { clearOldDrafts, draftOf } from '../event/drafts.ts'
import { faultsOf } from '../event/faults.ts'
import { More, StatusFields, When, Where, Words } from '../event/fields.tsx'
import { type Finding, findingsIn } from '../event/findings.ts'
import { copyOf, emptyValues, remember } from '../event/first-values.ts'
import { type Clash, Conflict, EventForm, type Scope } from '../event/form.ts'
import { HistoryDialog } from '../event/history-dialog.tsx'
import { mayEdit } from '../event/may-edit.ts'
import { Origin } from '../event/origin.tsx'
import { PreviewDialog } from '../event/preview-dialog.tsx'
import { Recent } from '../event/recent.tsx'
import { savedText, undoOf } from '../event/saved.ts'
import { Similar } from '../event/similar.tsx'
import { statusName } from '../event/status-names.ts'
import { Marks } from '../event/takes-place.tsx'
import { unshownIn } from '../event/unshown.ts'
import { changedKeys, inputOf, valuesOf } from '../event/values.ts'
import { attempt, complain, say } from '../notices.ts'
import { ConflictDialog } from '../parts/conflict-dialog.tsx'
import { TextField } from '../parts/field.tsx'
import { Title } from '../parts/title.tsx'
import { addressOf, go, guardLeaving, refresh, route } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'

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
        if (copy === null) return new EventForm(emptyValues())
        const event = await client.events.get(Number(copy))
        const values = copyOf(event)
        return new EventForm(values, undefined, unshownIn(copiedBody(event, may('edit_others')), values))
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

  function begin(status: Status | undefined): void {
    form.addEndDay()
    const values = form.values.value
    const found = faultsOf(values)
    form.faults.value = found
    const [wrong] = Object.keys(found)
    if (wrong !== undefined) {
      complain(new Error(found[wrong]))
      focusOn(KEY_OF[wrong] ?? wrong)
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
      remember({ ...form.values.value, zone: saved.timezone })
      if (before?.id !== saved.id) go(addressOf(`/events/${saved.id}`), { replace: true })
      say(savedText(saved, before), undoOf(saved, before, base, keys, scope))
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
          onClose={close}
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
          onClose={close}
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
          onClose={close}
        />
      ) : null}
    </main>
  )
}

const KEY_OF: Readonly<Record<string, string>> = {
  start_date: 'startDay',
  end_date: 'endDay',
  recurrence: 'repeats',
}

import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { etagOf } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { ask, client, faultsOf, statusOf } from '../api.ts'
import { findTerms } from '../find.ts'
import { attempt, complain, say } from '../notices.ts'
import type { Chosen } from '../parts/chosen.ts'
import { Combobox } from '../parts/combobox.tsx'
import { ConflictDialog, type Difference } from '../parts/conflict-dialog.tsx'
import { AreaField, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { Title } from '../parts/title.tsx'
import { type AnyRecord, type Kind, titleOf } from '../records/kinds.ts'
import { addressOf, go, guardLeaving } from '../router.ts'
import { t } from '../texts.ts'
import { mayEditKind, mayEditRecord } from './records.tsx'

type Values = Readonly<Record<string, string>>

function valuesOf(record: AnyRecord | undefined, kind: Kind): Values {
  const values: Record<string, string> = {}
  for (const { name, isHtml } of kind.fields) {
    const value = record?.[name]
    const shown = value === undefined || value === null ? '' : String(value)
    values[name] = isHtml && !shown.includes('<') ? plainText(shown) : shown
  }
  if (kind.name === 'categories') values.parent = String(record?.parent ?? 0)
  return values
}

const escaped = (html: string): string =>
  html.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** The fields that were changed, as the interface has them. */
function bodyOf(values: Values, base: Values, kind: Kind): Record<string, string | number> {
  const body: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === base[name]) continue
    const isHtml = kind.fields.find((field) => field.name === name)?.isHtml
    const isAddress = name === 'website' && value !== '' && !/^[a-z]+:/i.test(value)
    if (name === 'parent') body[name] = Number(value)
    // Names of terms are plain text; the others are HTML.
    else if (isHtml && !kind.isTerm) body[name] = escaped(value)
    else body[name] = isAddress ? `https://${value}` : value
  }
  return body
}

interface Opened {
  readonly record: AnyRecord | undefined
  readonly etag: string | undefined
}

async function load(kind: Kind, id: number | 'new', signal: AbortSignal): Promise<Opened> {
  if (id === 'new') return { record: undefined, etag: undefined }
  const found = await client[kind.name].get(id, { signal })
  return { record: { ...found }, etag: etagOf(found) }
}

/** One venue, organizer, category or tag. */
export function RecordScreen({ kind, id }: { readonly kind: Kind; readonly id: number | 'new' }) {
  const { value, trouble } = useLoaded((signal) => load(kind, id, signal), [kind.name, id])
  if (value === undefined) {
    return (
      <main aria-busy={trouble === undefined}>
        <Title>{t(kind.one)}</Title>
        <p role="status">{trouble ?? t('Loading …')}</p>
      </main>
    )
  }
  return <RecordForm key={`${id} ${value.etag}`} kind={kind} opened={value} />
}

function RecordForm({ kind, opened }: { readonly kind: Kind; readonly opened: Opened }) {
  const state = useSignal({ ...opened, base: valuesOf(opened.record, kind) })
  const values = useSignal(state.value.base)
  const faults = useSignal<Readonly<Record<string, string>>>({})
  const clashes = useSignal<readonly (Difference & { readonly value: string })[]>([])
  const { record } = state.value
  const isNew = record === undefined
  const isReadOnly = isNew ? !mayEditKind(kind) : !mayEditRecord(kind, record)
  useEffect(
    () =>
      guardLeaving(
        () =>
          JSON.stringify(values.value) === JSON.stringify(state.value.base) ||
          confirm(t('Leave without saving?')),
      ),
    [],
  )
  const set = (name: string) => (text: string) => {
    values.value = { ...values.value, [name]: text }
  }

  async function save(): Promise<void> {
    const body = bodyOf(values.value, state.value.base, kind)
    if ((values.value[kind.title] ?? '').trim() === '') {
      faults.value = { [kind.title]: t('A name is needed.') }
      complain(new Error(t('A name is needed.')))
      return
    }
    try {
      const current = state.value.record
      const { body: answer } = await ask(
        current === undefined ? `/${kind.name}` : `/${kind.name}/${current.id}`,
        {
          method: current === undefined ? 'POST' : 'PATCH',
          body,
          headers: state.value.etag === undefined ? {} : { 'if-match': state.value.etag },
        },
      )
      // The interface answers with the record.
      const saved: AnyRecord = Object(answer)
      const next = await load(kind, saved.id, new AbortController().signal)
      state.value = { ...next, base: valuesOf(next.record, kind) }
      values.value = state.value.base
      faults.value = {}
      if (current === undefined) go(addressOf(`/${kind.name}/${saved.id}`), { replace: true })
      say(t('Saved: {title}', { title: titleOf(saved, kind) }))
    } catch (error) {
      if (statusOf(error) === 412) return merge()
      faults.value = faultsOf(error)
      complain(error)
    }
  }

  /** Somebody else has saved: what only one side has changed stays; the rest is asked for. */
  async function merge(): Promise<void> {
    const current = state.value.record
    if (current === undefined) return
    const next = await load(kind, current.id, new AbortController().signal)
    const [before, mine, theirs] = [state.value.base, values.value, valuesOf(next.record, kind)]
    const ours = Object.keys(mine).filter((name) => mine[name] !== before[name])
    state.value = { ...next, base: theirs }
    values.value = { ...theirs, ...Object.fromEntries(ours.map((name) => [name, mine[name] ?? ''])) }
    clashes.value = ours
      .filter((name) => theirs[name] !== before[name] && theirs[name] !== mine[name])
      .map((name) => ({
        key: name,
        label: t(kind.fields.find((field) => field.name === name)?.label ?? 'Parent'),
        mine: mine[name] || t('None'),
        theirs: theirs[name] || t('None'),
        value: theirs[name] ?? '',
      }))
    if (clashes.value.length === 0) await save()
  }

  const trash = () =>
    attempt(async () => {
      if (record === undefined || kind.isTerm) return
      const collection = kind.name === 'venues' ? client.venues : client.organizers
      await collection.delete(record.id)
      values.value = state.value.base
      say(t('Moved to the trash: {title}', { title: titleOf(record, kind) }), () =>
        ask(`/${kind.name}/${record.id}`, { method: 'PATCH', body: { status: String(record.status) } }),
      )
      go(addressOf(`/${kind.name}`))
    })

  const { geo_lat: lat = '', geo_lng: lng = '' } = values.value
  return (
    <main class="with-bar">
      <Title>{record === undefined ? t(kind.create) : titleOf(record, kind)}</Title>
      <form
        aria-label={t(kind.one)}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div class="bar-above">
          <fieldset class="section" disabled={isReadOnly}>
            <legend class="hidden">{t(kind.one)}</legend>
            <div class="fields">
              {kind.fields.map(({ name, label, help }) => {
                const given = {
                  label: t(label),
                  value: values.value[name] ?? '',
                  fault: faults.value[name],
                  help: help === undefined ? undefined : t(help),
                  onChange: set(name),
                }
                return name === 'description' ? (
                  <AreaField key={name} {...given} />
                ) : (
                  <TextField key={name} {...given} />
                )
              })}
              {kind.name === 'categories' ? (
                <Parent
                  own={record?.id}
                  value={values.value.parent ?? '0'}
                  fault={faults.value.parent}
                  onChange={set('parent')}
                />
              ) : null}
            </div>
            {lat !== '' && lng !== '' ? (
              <p>
                <a
                  href={`https://www.openstreetmap.org/?mlat=${encodeURIComponent(lat)}&mlon=${encodeURIComponent(lng)}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  {t('See it on a map')}
                </a>
              </p>
            ) : null}
          </fieldset>
        </div>
        <div class="bar">
          {isReadOnly ? (
            <p class="note">{t('You may not do this. An editor or administrator of the calendar may.')}</p>
          ) : (
            <button type="submit" class="primary">
              {t('Save')}
            </button>
          )}
          {isNew || isReadOnly || kind.isTerm ? null : (
            <button type="button" onClick={() => void trash()}>
              {t('Move to trash')}
            </button>
          )}
        </div>
      </form>
      {clashes.value.length > 0 ? (
        <ConflictDialog
          differences={clashes.value}
          onDone={(keys) => {
            const taken = clashes.value.filter(({ key }) => keys.includes(key))
            values.value = {
              ...values.value,
              ...Object.fromEntries(taken.map(({ key, value }) => [key, value])),
            }
            clashes.value = []
            void save()
          }}
          onClose={() => {
            clashes.value = []
          }}
        />
      ) : null}
    </main>
  )
}

function Parent({
  own,
  value,
  fault,
  onChange,
}: {
  readonly own: number | undefined
  readonly value: string
  readonly fault: string | undefined
  readonly onChange: (id: string) => void
}) {
  const chosen = useSignal<readonly Chosen[]>([])
  const named = useLoaded(
    async (signal) =>
      value === '0' ? '' : plainText((await client.categories.get(Number(value), { signal })).name),
    [value],
  )
  chosen.value = value === '0' ? [] : [{ id: Number(value), name: named.value ?? '' }]
  return (
    <Combobox
      label={t('Parent')}
      isMultiple={false}
      chosen={chosen.value}
      fault={fault}
      find={async (text, signal) =>
        (await findTerms('categories')(text, signal)).filter(({ id }) => id !== own)
      }
      onChange={([one]) => onChange(String(one?.id ?? 0))}
    />
  )
}

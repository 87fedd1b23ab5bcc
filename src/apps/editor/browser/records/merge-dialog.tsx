import { useEffect, useState } from 'preact/hooks'
import { client } from '../api.ts'
import { attempt, say, wordsFor } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Checkbox, RadioGroup } from '../parts/field.tsx'
import { refresh } from '../router.ts'
import { count, t } from '../texts.ts'
import { type AnyRecord, type Kind, titleOf } from './kinds.ts'

/** Makes one of several records. There is no way back, so it says what will happen. */
export function MergeDialog({
  kind,
  chosen,
  onClose,
}: {
  readonly kind: Kind
  readonly chosen: readonly AnyRecord[]
  readonly onClose: () => void
}) {
  const [stays, setStays] = useState(chosen[0]?.id ?? 0)
  const [said, setSaid] = useState('…')
  // Names of records that are not public, and whose fields the public one would get.
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [isConfirmed, setConfirmed] = useState(false)
  const others = chosen.map(({ id }) => id).filter((id) => id !== stays)
  useEffect(() => {
    const abort = new AbortController()
    client[kind.name].merge(stays, others, { dryRun: true, signal: abort.signal }).then(
      ({ events, fields = [] }) => {
        setSaid(count(events, '1 event moves to it.', '{n} events move to it.'))
        const from = new Set(fields.filter(({ confirm }) => confirm === true).map(({ from }) => from))
        setHidden(chosen.filter(({ id }) => from.has(id)).map((record) => titleOf(record, kind)))
        setConfirmed(false)
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setSaid(wordsFor(error))
      },
    )
    return () => abort.abort()
  }, [stays])
  const merge = () =>
    attempt(async () => {
      const { merged } = await client[kind.name].merge(stays, others, { confirm: isConfirmed })
      onClose()
      say(count(merged.length, '1 record was merged.', '{n} records were merged.'))
      refresh.value++
    })
  return (
    <Dialog
      title={t(kind.merge)}
      onClose={onClose}
      buttons={
        <button type="button" class="danger" onClick={() => void merge()}>
          {t('Merge')}
        </button>
      }
    >
      <RadioGroup
        class="stacked"
        label={t('Which one stays?')}
        value={String(stays)}
        onChange={(id) => setStays(Number(id))}
        choices={chosen.map((record) => {
          const note = kind.note(record)
          return { value: String(record.id), label: titleOf(record, kind), ...(note === '' ? {} : { note }) }
        })}
      />
      <p aria-live="polite">{said}</p>
      {hidden.length === 0 ? null : (
        <Checkbox
          label={t('Also publish fields of what is not public: {names}', { names: hidden.join(', ') })}
          checked={isConfirmed}
          onChange={setConfirmed}
        />
      )}
      <p>
        {count(
          others.length,
          'The other one is gone afterwards. It fills blank fields of the one that stays. This cannot be undone.',
          'The other {n} are gone afterwards. They fill blank fields of the one that stays. This cannot be undone.',
        )}
      </p>
    </Dialog>
  )
}

import { useState } from 'preact/hooks'
import type { Source } from '../../../../client.ts'
import { client } from '../api.ts'
import { attempt, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { RadioGroup } from '../parts/field.tsx'
import { count, t } from '../texts.ts'
import { nameOfSource } from './sources.ts'

/** Ends a subscription. Its events stay, unless somebody says otherwise. */
export function RemoveDialog({
  source,
  onClose,
  onRemoved,
}: {
  readonly source: Source
  readonly onClose: () => void
  readonly onRemoved: () => void
}) {
  const [events, setEvents] = useState<'keep' | 'trash'>('keep')
  const remove = () =>
    attempt(async () => {
      await client.sources.delete(source.id, { events })
      onClose()
      say(t('Removed: {title}', { title: nameOfSource(source) }))
      onRemoved()
    })
  return (
    <Dialog
      title={t('Remove subscription')}
      onClose={onClose}
      buttons={
        <button type="button" class="danger" onClick={() => void remove()}>
          {t('Remove')}
        </button>
      }
    >
      <p>{nameOfSource(source)}</p>
      <RadioGroup
        class="stacked"
        label={count(source.events, 'What becomes of its 1 event?', 'What becomes of its {n} events?')}
        value={events}
        onChange={(one) => setEvents(one === 'trash' ? 'trash' : 'keep')}
        choices={[
          { value: 'keep', label: t('They stay, and change no more by themselves') },
          { value: 'trash', label: t('They move to the trash') },
        ]}
      />
    </Dialog>
  )
}

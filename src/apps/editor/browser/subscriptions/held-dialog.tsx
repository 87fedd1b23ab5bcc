import type { Source } from '../../../../client.ts'
import { attempt } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { refresh } from '../router.ts'
import { count, t } from '../texts.ts'
import { readNow } from './read-now.ts'
import { nameOfSource } from './sources.ts'

/** Many events at once are gone there: that can be a fault of the other calendar, so somebody says whether it is true. */
export function HeldDialog({
  source,
  held,
  onClose,
}: {
  readonly source: Source
  readonly held: number
  readonly onClose: () => void
}) {
  const confirm = () =>
    attempt(async () => {
      onClose()
      await readNow(source, true)
      refresh.value++
    })
  return (
    <Dialog
      title={t('More than half of the events are gone')}
      onClose={onClose}
      cancel={t('Keep them')}
      buttons={
        <button type="button" class="danger" onClick={() => void confirm()}>
          {t('Cancel these events')}
        </button>
      }
    >
      <p>{nameOfSource(source)}</p>
      <p>
        {count(
          held,
          '1 event is no longer there. If that is a mistake of the other calendar, keep it.',
          '{n} events are no longer there. If that is a mistake of the other calendar, keep them.',
        )}
      </p>
    </Dialog>
  )
}

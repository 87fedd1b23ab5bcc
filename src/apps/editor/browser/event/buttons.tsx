import type { ClientEvent, Status } from '../../../../client.ts'
import { addressOf, go } from '../router.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'

export function Buttons({
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
  // A suggestion of the public waits until it is published or declined: as a draft, nobody would look for it.
  const isSuggested = event?.suggestion?.state === 'pending'
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
          {event === undefined || isPublic || (status === 'pending' && !isSuggested) ? (
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

import { Fragment } from 'preact'
import type { ClientEvent } from '../../../../client.ts'
import { t } from '../texts.ts'
import { EVENT_STATUSES } from './event-statuses.ts'

/** What readers of a list have to know beside the date: that an event is cancelled, moved, or online. */
type Marked = Pick<ClientEvent, 'event_status' | 'event_status_reason' | 'is_virtual' | 'virtual_event_type'>

export function marksOf({ event_status, is_virtual, virtual_event_type }: Marked) {
  const status = EVENT_STATUSES.find(([name]) => name === event_status && name !== 'scheduled')
  const marks: { name: string; label: string }[] =
    status === undefined ? [] : [{ name: status[0], label: t(status[1]) }]
  if (is_virtual === true && event_status !== 'moved_online')
    marks.push({
      name: 'online',
      label: virtual_event_type === 'hybrid' ? t('Here and online') : t('Online'),
    })
  return marks
}

export function Marks({ event }: { readonly event: Marked }) {
  return (
    <>
      {marksOf(event).map(({ name, label }) => (
        <Fragment key={name}>
          {' '}
          <span class={`mark ${name}`} title={event.event_status_reason}>
            {label}
          </span>
        </Fragment>
      ))}
    </>
  )
}

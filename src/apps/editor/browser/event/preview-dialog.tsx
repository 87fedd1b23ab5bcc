import { useEffect, useRef } from 'preact/hooks'
import { whenText } from '../dates/write.ts'
import { escapeHtml, trusted } from '../html.ts'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../texts.ts'
import type { EventValues } from './values.ts'

/** How a draft reads: in a frame that runs no scripts and knows nothing of this page. */
export function PreviewDialog({
  values,
  onClose,
}: {
  readonly values: EventValues
  readonly onClose: () => void
}) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    if (frame.current !== null) frame.current.srcdoc = trusted(documentOf(values))
  }, [])
  return (
    <Dialog title={t('Preview')} onClose={onClose} cancel={t('Close')}>
      <iframe ref={frame} class="preview" sandbox="" title={values.title || t('Preview')} />
    </Dialog>
  )
}

function documentOf(values: EventValues): string {
  const { title, startDay, startTime, endDay, endTime, allDay, venue, cost, description, image } = values
  const when = startDay === '' ? '' : whenText(`${startDay} ${startTime}`, `${endDay} ${endTime}`, allDay)
  const facts = [when, venue.map(({ name }) => name).join(', '), cost].filter((fact) => fact !== '')
  const picture = image === null ? '' : `<img src="${escapeHtml(image.url)}" alt="" width="320">`
  return `<!DOCTYPE html><html lang="${escapeHtml(document.documentElement.lang)}"><title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1><p>${facts.map(escapeHtml).join(' · ')}</p>${picture}${description}</html>`
}

import { t } from '../texts.ts'
import type { EventValues } from './values.ts'

/** What has to be there before anything is sent. */
export function faultsOf(values: EventValues): Record<string, string> {
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

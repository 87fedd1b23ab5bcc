import { todayIn } from '../dates/days.ts'
import type { About } from '../images/about.ts'
import { t } from '../texts.ts'
import type { EventValues } from './values.ts'

/** What readers would miss, and the field that is about it. */
export interface Finding {
  readonly text: string
  readonly key: string
}

/** Words that say nothing about where a link goes. */
const EMPTY_LINK = /<a\b[^<>]*>\s*(?:here|click here|hier|mehr|more|link|read more|weiterlesen)\s*<\/a>/i

/** What to look at before an event is published. None of it forbids anything. */
export function findingsIn(values: EventValues, about: About | undefined): Finding[] {
  const findings: Finding[] = []
  const { description } = values
  if (values.endDay !== '' && values.endDay < todayIn(values.zone))
    findings.push({ text: t('The date is over.'), key: 'startDay' })
  if (values.venue.length === 0 && !values.isVirtual)
    findings.push({ text: t('The event has no place.'), key: 'venue' })
  if (values.image !== null && about?.id === values.image.id && !about.decorative && about.alt.trim() === '')
    findings.push({ text: t('The image has no alternative text.'), key: 'image' })
  if (/<img\b(?![^<>]*\salt=)[^<>]*>/i.test(description))
    findings.push({ text: t('An image in the description has no alternative text.'), key: 'description' })
  if (EMPTY_LINK.test(description))
    findings.push({ text: t('A link does not say where it goes.'), key: 'description' })
  const levels = [...description.matchAll(/<h([1-6])\b/gi)].map(([, level]) => Number(level))
  if (levels.some((level, at) => at > 0 && level > (levels[at - 1] ?? level) + 1))
    findings.push({ text: t('The headings of the description skip a level.'), key: 'description' })
  return findings
}

import { fromDocument } from '../../core/domain/records/stored-record.ts'
import { oneLine } from '../../core/domain/text/one-line.ts'
import type { Change, Site } from '../../core/door.ts'
import { permalinkOf } from '../../core/present/post.ts'
import type { SuggestionNotice } from '../../types/index.ts'
import { isSuggestion } from './owner.ts'
import { aboutEvent, readSuggestions, suggestionOf } from './record.ts'

/* Tells the host of suggestions. */

type Telling = Pick<Site, 'options' | 'aside' | 'links' | 'report'>

/** No answer waits for it. */
export const tell = (site: Telling, notice: SuggestionNotice): void => site.aside.add(notify(site, notice))

async function notify({ options, links, report }: Telling, notice: SuggestionNotice): Promise<void> {
  try {
    await options.suggestions?.notify?.({ ...notice, title: oneLine(notice.title) })
  } catch (error) {
    report(error, links.record('event', notice.id))
  }
}

/** Reads what changes decide on, before they are committed. What it returns tells of it, afterwards. */
export async function watchDecisions(site: Site, changes: readonly Change[]): Promise<() => void> {
  const notices = await decisionsIn(site, changes)
  return () => {
    for (const notice of notices) tell(site, notice)
  }
}

/** What is told of an event that is not there any more. */
const GONE = { title: '', start_date: '', end_date: '', all_day: false, timezone: '' }

/** What the changes decide. Read before the commit, because a deletion for good takes the contact along. */
async function decisionsIn(
  { storage, links }: Site,
  changes: readonly Change[],
): Promise<SuggestionNotice[]> {
  const put = changes.filter(isSuggestion).filter(({ expect }) => expect > 0)
  if (put.length === 0) return []
  const ids = put.map(({ id }) => id)
  const [befores, events] = await Promise.all([readSuggestions(storage, ids), storage.get('event', ids)])
  return put.flatMap((change): SuggestionNotice[] => {
    const { id, content } = change
    const known = befores.find((before) => before.id === id)
    const { state, reason } = suggestionOf({ id, version: 1, data: content.data })
    if (known === undefined || known.contact === null || known.state === state) return []
    if (state === 'pending') return []
    const written = changes.find((one) => one.kind === 'event' && one.id === id && one.do === 'put')
    const stored = events.find((document) => document.id === id)
    const data = written?.do === 'put' ? written.content.data : stored?.data
    const event = data === undefined ? undefined : fromDocument('event', { id, version: 1, data })
    const told = event === undefined ? { ...GONE, id } : aboutEvent(event)
    const about = { ...told, contact: known.contact }
    return state === 'declined' || event === undefined
      ? [{ type: 'declined', ...about, reason }]
      : [{ type: 'published', ...about, url: permalinkOf(event, links) }]
  })
}

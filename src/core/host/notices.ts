import type { Change, Storage } from '../../storage/contract.ts'
import type { EventsApiOptions, SuggestionNotice } from '../../types/index.ts'
import { fromDocument } from '../domain/records/stored-record.ts'
import { aboutEvent, suggestionOf } from '../domain/records/suggestions.ts'
import { oneLine } from '../domain/text/one-line.ts'
import type { Notices, Site } from '../mount/site.ts'
import { createLinks } from '../present/links.ts'
import { permalinkOf } from '../present/post.ts'

/* Tells the host of suggestions. Loaded with the first one. */

export function makeNotices<Host>(
  site: Site,
  apiPath: string,
  { baseUrl = 'http://localhost', permalink }: EventsApiOptions<Host>,
): Notices {
  const links = createLinks(baseUrl, apiPath, permalink)
  const running = new Set<Promise<void>>()

  async function notify(notice: SuggestionNotice): Promise<void> {
    try {
      await site.options.suggestions?.notify?.({ ...notice, title: oneLine(notice.title) })
    } catch (error) {
      site.report(error, links.record('event', notice.id))
    }
  }

  function tell(notice: SuggestionNotice): void {
    const told: Promise<void> = notify(notice).then(() => void running.delete(told))
    running.add(told)
  }

  return {
    tell,
    watch: async (storage, changes) => {
      const notices = await decisionsIn(storage, changes, links)
      return () => {
        for (const notice of notices) tell(notice)
      }
    },
    settled: async () => void (await Promise.all(running)),
  }
}

/** What is told of an event that is not there any more. */
const GONE = { title: '', start_date: '', end_date: '', all_day: false, timezone: '' }

/** What the changes decide. Read before the commit, because a deletion for good takes the contact along. */
async function decisionsIn(
  storage: Storage,
  changes: readonly Change[],
  links: ReturnType<typeof createLinks>,
): Promise<SuggestionNotice[]> {
  const put = changes.flatMap((change) =>
    change.kind === 'suggestion' && change.do === 'put' && change.expect > 0 ? [change] : [],
  )
  if (put.length === 0) return []
  const ids = put.map(({ id }) => id)
  const [befores, events] = await Promise.all([storage.get('suggestion', ids), storage.get('event', ids)])
  return put.flatMap((change): SuggestionNotice[] => {
    const { id, content } = change
    const before = befores.find((document) => document.id === id)
    const known = before === undefined ? undefined : suggestionOf(before)
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

import type { DeliverOptions, Delivery, EventsApiOptions, PermalinkKind } from '../../types/index.ts'
import type { Recorder, Site } from '../mount/site.ts'
import { type Delivering, deliverAll } from '../operations/changes/deliver.ts'
import { shownChange } from '../operations/changes/shown.ts'
import { Outbox } from '../operations/journal/outbox.ts'
import { createRecorder } from '../operations/journal/recorder.ts'
import { createLinks } from '../present/links.ts'

/* Passes on what changes. Loaded with the first write, if the host wants to know. */

const UNLIMITED = { load: () => {}, write: () => {} }

/** Changes are shown as administrators read them. */
function frameOf<Host>(site: Site, apiPath: string, options: EventsApiOptions<Host>) {
  const { baseUrl = 'http://localhost', permalink, now } = options
  const links = createLinks(baseUrl, apiPath, permalink)
  const caller = { id: 0, role: 'administrator' } as const
  return {
    context: { site, links, size: UNLIMITED, caller },
    now: now ?? (() => new Date()),
    onError: (error: unknown, { kind, id }: { readonly kind: PermalinkKind; readonly id: number }) =>
      site.report(error, links.record(kind, id)),
  }
}

export function makeRecorder<Host>(site: Site, apiPath: string, options: EventsApiOptions<Host>): Recorder {
  const { onChange } = options
  const { context, now, onError } = frameOf(site, apiPath, options)
  return createRecorder(
    site.turns,
    site.keptDays > 0 ? new Outbox(site.turns, now) : undefined,
    onChange &&
      (async (change) => {
        try {
          await onChange(await shownChange(context, change))
        } catch (error) {
          onError(error, change)
        }
      }),
  )
}

/** Throws `TypeError` without the option `changes`. */
export async function deliver<Host>(
  site: Site,
  apiPath: string,
  options: EventsApiOptions<Host>,
  targets: Delivering['targets'],
  work: DeliverOptions = {},
): Promise<Delivery> {
  if (site.keptDays === 0) throw new TypeError('api.deliver needs the option changes: true')
  const delivering: Delivering = { site, targets, ...frameOf(site, apiPath, options) }
  const delivery = await deliverAll(delivering, work)
  await site.extensions.deliver?.(site, delivering.now(), work.signal)
  return delivery
}

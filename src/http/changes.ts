import { type Delivering, deliverAll } from '../operations/changes/deliver.ts'
import { Outbox } from '../operations/changes/outbox.ts'
import { createRecorder } from '../operations/changes/recorder.ts'
import { shownChange } from '../operations/changes/shown.ts'
import { createLinks } from '../present/links.ts'
import type { Recorder, Site } from '../site.ts'
import type { Deliver, DeliverOptions, Delivery, EventsApiOptions, PermalinkKind } from '../types.ts'

/* Passes on what changes. Loaded with the first write, if the host wants to know. */

const UNLIMITED = { load: () => {}, write: () => {} }

/** Changes are shown as administrators read them. */
function frameOf<Host>(site: Site, apiPath: string, options: EventsApiOptions<Host>) {
  const { baseUrl = 'http://localhost', permalink, onError = console.error, now } = options
  const links = createLinks(baseUrl, apiPath, permalink)
  const caller = { id: 0, role: 'administrator' } as const
  return {
    context: { site, links, size: UNLIMITED, caller },
    now: now ?? (() => new Date()),
    onError: (error: unknown, { kind, id }: { readonly kind: PermalinkKind; readonly id: number }) => {
      try {
        onError(error, new Request(links.record(kind, id)))
      } catch {
        // An error of `onError` itself has nowhere to go.
      }
    },
  }
}

export function makeRecorder<Host>(site: Site, apiPath: string, options: EventsApiOptions<Host>): Recorder {
  const { onChange, changes } = options
  const { context, now, onError } = frameOf(site, apiPath, options)
  return createRecorder(
    site.turns,
    changes === true ? new Outbox(site.turns, now) : undefined,
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
export function deliver<Host>(
  site: Site,
  apiPath: string,
  options: EventsApiOptions<Host>,
  work: DeliverOptions = {},
): Promise<Delivery> {
  if (options.changes !== true) throw new TypeError('api.deliver needs the option changes: true')
  const all: readonly Deliver[] = [options.deliver ?? []].flat()
  const targets = all.flatMap((one) => one.targets ?? [one])
  const delivering: Delivering = { site, targets, ...frameOf(site, apiPath, options) }
  return deliverAll(delivering, work)
}

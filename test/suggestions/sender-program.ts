import { obey } from '../setup/ordered-process.ts'
import { type Calendar, open } from '../setup/shared-calendar.ts'
import { newContact, openPublic, suggested } from './suggesting.ts'

/* Sends suggestions, or decides on some, as it is told. The arguments: calendar as JSON, how many may wait. */

const [, , where = '', pending = ''] = process.argv
const calendar: Calendar = JSON.parse(where)
const site = openPublic(open(calendar).storage, { limits: { pending: Number(pending) } })

/** How many requests got each status. */
async function counted(requests: readonly Promise<{ readonly status: number }>[]) {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1
  for (const error of site.calendar.errors.splice(0)) console.error(error)
  return counts
}

obey(async (order) => {
  if (order.do === 'send') {
    const send = () => site.ask('POST', '/suggestions', suggested({ contact: newContact() }))
    return counted(Array.from({ length: Number(order.count) }, send))
  }
  const ids: readonly unknown[] = Array.isArray(order.ids) ? order.ids : []
  return counted(
    ids.map((id, at) =>
      at % 2 === 0
        ? site.calendar.ask('PATCH', `/events/${id}`, { status: 'publish' })
        : site.calendar.ask('DELETE', `/events/${id}`),
    ),
  )
})

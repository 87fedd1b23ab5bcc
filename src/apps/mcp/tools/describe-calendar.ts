import { isObject, type Json, own } from '../json.ts'
import { wallNow } from '../when.ts'
import { answer, type CalendarTool, object, READS } from './tool.ts'

export const describeCalendar: CalendarTool = {
  name: 'describe_calendar',
  title: 'Describe the calendar',
  description:
    'What this calendar is: its name, zone, what time it is there, currency, what the caller may do, and the custom ' +
    'fields that events have.',
  needsWrite: false,
  annotations: READS,
  inputSchema: () => object({}),
  outputSchema: answer(
    {
      title: { type: 'string' },
      timezone: { type: 'string' },
      now: { type: 'string', description: 'On the wall clock of the calendar.' },
      currency: { type: 'object' },
      user: { type: ['object', 'null'], description: 'null: a visitor.' },
      role: { type: ['string', 'null'] },
      can: { type: 'object', description: 'What the caller may do.' },
      statuses: {
        type: 'array',
        items: { type: 'string' },
        description: 'What the caller may give an event.',
      },
      custom_fields: { type: 'object', description: 'JSON Schemas by kind of record.' },
    },
    ['title', 'timezone', 'now', 'user', 'role', 'can'],
  ),
  run: async (_, { me, now }) => {
    const pick = (name: string): Json =>
      own(me.body, name) === undefined ? {} : { [name]: own(me.body, name) }
    const user = own(me.body, 'user')
    return {
      title: me.title,
      timezone: me.timezone,
      now: wallNow({ now, timezone: me.timezone, startOfWeek: 0 }),
      ...pick('currency'),
      user: isObject(user) ? user : null,
      ...pick('role'),
      ...pick('can'),
      ...pick('statuses'),
      ...pick('custom_fields'),
    }
  },
}

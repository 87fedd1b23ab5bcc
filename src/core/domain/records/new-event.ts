import { EVENT } from '../../fields/event.ts'
import { olderOf } from '../../fields/row.ts'

/** Defaults of the fields of a new event. */
export const NEW_EVENT = { version: 0, ...olderOf(EVENT) }

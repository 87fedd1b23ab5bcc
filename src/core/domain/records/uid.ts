import type { EventRecord } from './records.ts'

/*
 * UIDs in feeds. Each stands once: programs of subscribers keep one event of those with a UID, and perhaps the stranger's. So
 * what was brought with a UID that another event has, or that looks like one of ours, gets one of ours. What an import named is
 * kept all the same: it knows its events by that.
 */

const OWN = /^event-\d+@/

/** Before a UID that another event here has. No UID of others begins so: blanks around them are cut. */
const TAKEN = ' '

/** The UID in feeds. `host`: of the calendar's address. */
export const uidOf = ({ id, uid }: Pick<EventRecord, 'id' | 'uid'>, host: string): string =>
  uid === undefined || uid.startsWith(TAKEN) || (OWN.test(uid) && uid.endsWith(`@${host}`))
    ? `event-${id}@${host}`
    : uid

export const asTaken = (uid: string): string => TAKEN + uid

/** As it was brought. */
export const broughtUid = (uid: string): string => (uid.startsWith(TAKEN) ? uid.slice(TAKEN.length) : uid)

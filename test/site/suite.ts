import { badInputOn } from './bad.ts'
import { filtersOn } from './filters.ts'
import { formerOn } from './former.ts'
import { type OpenStorage, rightsOn } from './rights.ts'

/* Pages on one kind of storage. */

export function siteOn(open: OpenStorage): void {
  rightsOn(open)
  formerOn(open)
  badInputOn(open)
  filtersOn(open)
}

import { SITE } from '../../storages/by-hand/present.ts'
import type { Question } from '../question.ts'

/** As whoever calls `fetch` of an app makes it. */
export const requestOf = ({ method, path, headers, body }: Question): Request =>
  new Request(SITE + path, { method, headers, ...(body === '' ? {} : { body }) })

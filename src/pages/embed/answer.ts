import type { Answer } from '../../core/mount/request.ts'
import { SCRIPT } from './script.ts'

/** The answer of `/embed.js`. Here and not in its route, so that the core does not load it. */
export const ANSWER: Answer<string> = {
  status: 200,
  content: SCRIPT,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
}

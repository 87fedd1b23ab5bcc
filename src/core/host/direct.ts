/* What the host's own calls and functions need, in one chunk. Loaded on first use. */

export { findFormer } from '../operations/writing/former-slugs.ts'
export { deliver, makeRecorder } from './changes.ts'
export { createEvents } from './create-events.ts'
export { erase } from './erase.ts'
export { migrateCalendar } from './migrate.ts'
export { pull } from './pull.ts'
export { purge } from './purge.ts'

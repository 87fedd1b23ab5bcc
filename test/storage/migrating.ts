import { type Calendar, open } from '../setup/shared-calendar.ts'

/* A process that migrates a calendar and says so: `migrating.ts CALENDAR`. */

const calendar: Calendar = JSON.parse(process.argv[2] ?? '')
const { storage, close } = open(calendar)
await storage.migrate()
console.log('"ready"')
await close()

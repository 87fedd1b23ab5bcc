import { appendFileSync } from 'node:fs'

// Writes down what nobody catches, for the test that has started this process: see `uncaught.ts`.
const file = process.env.UNCAUGHT_ERRORS
if (file !== undefined) {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    const program = process.argv.slice(1, 3).join(' ')
    appendFileSync(file, `${program}: ${origin}: ${error?.stack ?? error}\n`)
  })
}

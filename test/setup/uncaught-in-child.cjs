// Writes down what nobody catches, for the test that has started this process: see `uncaught.ts`.
const file = process.env.UNCAUGHT_ERRORS
if (file !== undefined) {
  process.on('uncaughtExceptionMonitor', (error, origin) => {
    require('node:fs').appendFileSync(
      file,
      `${process.argv.slice(1, 3).join(' ')}: ${origin}: ${error?.stack ?? error}\n`,
    )
  })
}

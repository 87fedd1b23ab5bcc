#!/usr/bin/env node
import { runCommand } from './run.ts'
import { codeOf, printFault } from './usage.ts'

// Of a client library's connection, for one. Node would show its stack, and the source around it.
process.on('uncaughtException', (error) => {
  printFault(error, 'Failed')
  process.exit(1)
})
// A reader that has enough, such as `head`, closes the pipe. Whoever writes into it stops by itself.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error
  })
}

runCommand(process.argv.slice(2)).then((code) => {
  // Not `exit`: what is on its way to stdout has to arrive.
  process.exitCode = code
})

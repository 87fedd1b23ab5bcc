#!/usr/bin/env node
import { runCommand } from './run.ts'

runCommand(process.argv.slice(2)).then((code) => {
  // Not `exit`: what is on its way to stdout has to arrive.
  process.exitCode = code
})

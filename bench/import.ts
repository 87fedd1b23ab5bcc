/*
 * What an import costs: the events of `api.createEvents`, in CPU time of the process and in seconds:
 *
 *   npx tsx bench/import.ts [--storage memory,sqlite,postgres] [--events 10000]
 *
 * Each event has a description of about 1 kB, a venue, an organizer, a category and a tag, all by ID, and a key.
 */
import { fork } from 'node:child_process'
import { buildProgram } from './requests/build.ts'

const program = await buildProgram(new URL('import/measure.ts', import.meta.url))
const child = fork(program.path, process.argv.slice(2))
child.once('exit', (code) => {
  program.remove()
  process.exitCode = code ?? 1
})

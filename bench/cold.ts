/*
 * What a read costs that no cache helps, in CPU time: the library with `cache: 0`, beside the same endpoint written by
 * hand on the same database, in one process and in turns:
 *
 *   npx tsx bench/cold.ts [--storage memory,sqlite,postgres] [--events 10000] [--rounds 15] [--requests 200]
 *                         [--only list] [--at-once 1]
 *
 * A round asks each contender for the same. The ratio is the median of the rounds' ratios: by hand divided by the
 * library. For PostgreSQL on the same Linux machine, the time of its server is beside that of the client.
 * With `--profile FOLDER`, the library alone is asked, and a CPU profile of each operation is written there.
 */
import { fork } from 'node:child_process'
import { buildProgram } from './requests/build.ts'

const program = await buildProgram(new URL('cold/measure.ts', import.meta.url))
const child = fork(program.path, process.argv.slice(2))
child.once('exit', (code) => {
  program.remove()
  process.exitCode = code ?? 1
})

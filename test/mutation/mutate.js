import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { ROOMS } from './rooms.js'
import { rowOf, survivorsOf } from './scores.js'

/*
 * `node test/mutation/mutate.js [room [file …]]`: mutates every room, one, or some files of it. What was found out is
 * kept in the system's temporary folder: the whole report, and a list of what survived.
 */

const OUT = `${tmpdir()}/events-api-mutation`
const STRYKER = 'test/mutation/node_modules/@stryker-mutator/core/bin/stryker.js'

const testsOf = (path) =>
  path.endsWith('/**')
    ? readdirSync(path.slice(0, -3), { recursive: true })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => `${path.slice(0, -2)}${name}`)
        .sort()
    : [path]

function mutate(name, files) {
  const { mutate, tests, without = [], fresh = [] } = ROOMS[name]
  const env = {
    ...process.env,
    MUTATION_OUT: OUT,
    MUTATION_ROOM: name,
    MUTATION_FRESH: JSON.stringify(fresh),
    MUTATION_FILES: JSON.stringify(files.length > 0 ? files : mutate),
    MUTATION_TESTS: JSON.stringify(tests.flatMap(testsOf).filter((file) => !without.includes(file))),
  }
  const began = Date.now()
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', 'test/mutation/stryker.config.js'], {
    stdio: 'inherit',
    env,
  })
  if (status !== 0) throw new Error(`Stryker ended with ${status}`)
  const report = JSON.parse(readFileSync(`${OUT}/${name}.json`, 'utf8'))
  writeFileSync(`${OUT}/${name}.survivors.txt`, survivorsOf(report))
  return rowOf(name, report, Math.round((Date.now() - began) / 1000))
}

mkdirSync(OUT, { recursive: true })
const [asked, ...files] = process.argv.slice(2)
if (asked !== undefined && ROOMS[asked] === undefined) {
  console.error(`mutate.js: no room is named ${asked}; there are ${Object.keys(ROOMS).join(', ')}`)
  process.exit(2)
}
const rows = (asked === undefined ? Object.keys(ROOMS) : [asked]).map((name) => mutate(name, files))
console.table(Object.fromEntries(rows))
console.log(`Reports, and what survived: ${OUT}`)

import { testKeyValue, testStorage } from 'kalends/testing'
import { describe, expect, test } from 'vitest'
import { isForAnotherClient } from '../setup/another-client.ts'
import { installed, program, type Runtime, running, start } from './host.ts'
import { bun } from './hosts/bun.ts'
import { deno } from './hosts/deno.ts'
import { workerd } from './hosts/workerd.ts'
import { pathOf, type Register } from './programs/named-tests.ts'

/*
 * The published suites inside the runtimes, on what is there alone to keep things in: each test is run there, by its
 * name. The names come from the suites themselves, which register here the same tests as there, and run none.
 */

const notHere = () => Promise.reject(new Error('this runs inside the runtime'))
const suites = {
  storage: namesOf((register) => testStorage({ test: register, open: notHere })),
  'key-value': namesOf((register) => testKeyValue({ test: register, open: notHere })),
}

function namesOf(registerAll: (register: Register) => void): readonly string[] {
  const names: string[] = []
  registerAll((name) => names.push(name))
  if (new Set(names).size !== names.length) throw new Error('two tests of one name: only one would be run')
  return names
}

const bunSuites: Runtime = {
  ...bun,
  start: (storage) =>
    start({
      name: `bun with ${storage}`,
      file: installed('.bin/bun'),
      args: ['--no-install', program('suites/bun.ts'), storage, 'FOLDER'],
    }),
}

const DENO = ['run', '--unstable-kv', '-A', '--no-lock', '--no-remote']

const denoSuites: Runtime = {
  ...deno,
  start: (storage) =>
    start({
      name: `deno with ${storage}`,
      file: installed('deno/deno'),
      args: [...DENO, program('suites/deno.ts'), storage, 'FOLDER'],
      env: { DENO_NO_UPDATE_CHECK: '1' },
    }),
}

interface Place {
  readonly storage: string
  readonly runtime: Runtime
  readonly of: readonly (keyof typeof suites)[]
}

const places: readonly Place[] = [
  { storage: 'bun:sqlite', runtime: bunSuites, of: ['storage'] },
  { storage: 'Deno KV', runtime: denoSuites, of: ['key-value', 'storage'] },
  { storage: 'node:sqlite', runtime: denoSuites, of: ['storage'] },
  { storage: 'D1', runtime: workerd, of: ['storage'] },
  { storage: 'key-value Durable Objects', runtime: workerd, of: ['key-value', 'storage'] },
  { storage: 'SQLite Durable Objects', runtime: workerd, of: ['key-value', 'storage'] },
]

describe.each(places)('$runtime.name with $storage', ({ storage, runtime, of }) => {
  const host = running(runtime, storage)

  describe.each(of)('the suite %s', (suite) => {
    test.each(suites[suite].filter(isForAnotherClient))('%s', async (name) => {
      // On a connection of its own: a server may close one that is kept just when it is used again.
      const response = await fetch(host().origin + pathOf(suite, name), {
        method: 'POST',
        headers: { connection: 'close' },
      })
      expect([response.status, await response.text()]).toEqual([204, ''])
    })
  })
})

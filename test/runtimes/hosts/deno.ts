import { installed, program, type Runtime, start } from '../host.ts'

export const deno: Runtime = {
  name: 'deno',
  storages: ['Deno KV', 'node:sqlite'],
  hasAdapter: true,
  start: (storage) =>
    start({
      name: `deno with ${storage}`,
      file: installed('deno/deno'),
      args: ['run', '--unstable-kv', '-A', '--no-lock', '--no-remote', program('deno.ts'), storage, 'FOLDER'],
      env: { DENO_NO_UPDATE_CHECK: '1' },
    }),
}

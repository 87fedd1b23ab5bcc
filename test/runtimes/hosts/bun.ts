import { installed, program, type Runtime, start } from '../host.ts'

export const bun: Runtime = {
  name: 'bun',
  storages: ['bun:sqlite'],
  hasAdapter: true,
  start: (storage) =>
    start({
      name: `bun with ${storage}`,
      file: installed('.bin/bun'),
      args: ['--no-install', program('bun.ts'), storage, 'FOLDER'],
    }),
}

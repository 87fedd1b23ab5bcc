import { installed, program, type Runtime, start } from '../host.ts'

export const node22: Runtime = {
  name: 'node22',
  storages: ['node:sqlite'],
  hasAdapter: true,
  start: (storage) =>
    start({
      name: `node22 with ${storage}`,
      file: installed('node22/bin/node'),
      args: ['--no-warnings', program('node.ts'), storage, 'FOLDER'],
    }),
}

import { installed, program, type Runtime, start } from '../host.ts'

/** What the answers of all others are compared with. */
export const node24: Runtime = {
  name: 'node24',
  storages: ['node:sqlite'],
  hasAdapter: true,
  start: (storage) =>
    start({
      name: `node24 with ${storage}`,
      file: installed('node24/bin/node'),
      args: [program('node.ts'), storage, 'FOLDER'],
    }),
}

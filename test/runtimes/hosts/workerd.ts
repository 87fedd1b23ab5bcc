import { installed, program, type Runtime, start } from '../host.ts'

export const workerd: Runtime = {
  name: 'workerd',
  storages: ['D1', 'key-value Durable Objects', 'SQLite Durable Objects'],
  hasAdapter: false,
  start: (storage) =>
    start({
      name: `workerd with ${storage}`,
      file: installed('node24/bin/node'),
      args: [program('worker/launch.ts'), storage, 'FOLDER'],
    }),
}

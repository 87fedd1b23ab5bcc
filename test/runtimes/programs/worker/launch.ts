import { Miniflare } from 'miniflare'
import { bundleForWorkerd } from '../../bundle-for-workerd.ts'

/*
 * The worker of main.ts in workerd, with what Miniflare has for D1 and for Durable Objects. Wants Node 22.
 */

const [, , storage = 'memory', folder = '.'] = process.argv

const script = await bundleForWorkerd(new URL('main.ts', import.meta.url).pathname, {
  tsconfigRaw: {}, // else the package would be found in its sources
})

const miniflare = new Miniflare({
  modules: true,
  script,
  compatibilityDate: '2026-07-01',
  bindings: { STORAGE: storage },
  d1Databases: { DB: 'calendars' },
  durableObjects: {
    KEY_VALUE_OBJECTS: { className: 'KeyValueCalendar', useSQLite: false },
    SQLITE_OBJECTS: { className: 'SqliteCalendar', useSQLite: true },
  },
  d1Persist: `${folder}/d1`,
  durableObjectsPersist: `${folder}/objects`,
  // Straight to the worker: what Miniflare has in front of it would answer some requests itself.
  unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
})
await miniflare.ready
const { port } = await miniflare.unsafeGetDirectURL()
console.log(`listening on ${port}`)
process.once('SIGTERM', () => void miniflare.dispose())

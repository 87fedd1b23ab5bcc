/*
 * The rooms of `src/` that are mutated, and the tests that each room's faults are shown to: those that are about it,
 * so that a run takes minutes. A fault that only other tests catch counts as survived. `fresh` are files that keep
 * something from call to call: there, what a fault left behind must not meet the next one.
 */

const named = (folder, names) => names.split(' ').map((name) => `${folder}/${name}.test.ts`)
const units = (names) => named('test/unit', names)
const routes = (names) => named('test/routes', names)

/** Tests over the interface that take little time each. */
const INTERFACE = routes(
  'writing lists linked linked-lists term-lists rights slugs fields dates commits refusals corners edges radius ' +
    'places links access idempotency event-passwords caching http',
)
const RECORDED = ['test/contract/memory.test.ts']

export const ROOMS = {
  access: {
    mutate: ['src/access/**/*.ts'],
    tests: [...units('policy throttle'), 'test/auth/throttle.test.ts', ...routes('event-passwords')],
  },
  domain: {
    mutate: ['src/domain/**/*.ts'],
    fresh: ['src/domain/zones.ts'],
    tests: ['test/unit/**'],
    without: units('body doc-page gate key-value params policy present report respond throttle'),
  },
  http: {
    mutate: ['src/http/**/*.ts'],
    tests: [
      ...units('params respond body gate report'),
      ...routes('http edges limits caching kept faults hooks overload hostile event-passwords'),
    ],
  },
  operations: { mutate: ['src/operations/**/*.ts'], tests: [...INTERFACE, 'test/rights/**', ...RECORDED] },
  present: { mutate: ['src/present/**/*.ts'], tests: [...units('present'), ...INTERFACE, ...RECORDED] },
  schema: {
    mutate: ['src/schema/**/*.ts'],
    tests: [...INTERFACE, ...routes('limits hostile'), ...RECORDED, 'test/documentation.test.ts'],
  },
  routes: {
    mutate: ['src/routes/**/*.ts'],
    tests: [...INTERFACE, ...routes('documentation-page hooks'), ...RECORDED, 'test/documentation.test.ts'],
  },
  // Without those that look at a bundle, in which the instruments would be found.
  auth: {
    mutate: ['src/auth/**/*.ts'],
    tests: ['test/auth/**'],
    without: named('test/auth', 'bundle'),
  },
  client: {
    mutate: ['src/client.ts', 'src/client/**/*.ts'],
    tests: ['test/client/**'],
    without: named('test/client', 'bundle socket'),
  },
  memory: {
    mutate: ['src/storage/memory.ts', 'src/storage/memory/**/*.ts'],
    tests: ['test/storage/memory.test.ts'],
  },
}

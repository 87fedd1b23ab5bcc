/** Test suites for the storage contract and for the port to key-value stores, for every test runner. */
export {
  exampleEntry,
  exampleEvent,
  exampleExtra,
  exampleOrganizer,
  exampleReceipt,
  exampleTerm,
  exampleVenue,
  type Overrides,
  type Put,
  put,
} from './examples.ts'
export { type KeyValueSuite, type OpenedKeyValue, testKeyValue } from './key-value.ts'
export type { OpenedStorage } from './storage-test.ts'
export { type StorageSuite, testStorage } from './suite.ts'

/** The storage contract, and the port to key-value stores, as test suites for every test runner. */
export {
  exampleEvent,
  exampleOrganizer,
  exampleReceipt,
  exampleTerm,
  exampleVenue,
  type Overrides,
  type Put,
  put,
} from './examples.ts'
export { type KeyValueSuite, type OpenedKeyValue, testKeyValue } from './key-value.ts'
export { type OpenedStorage, type StorageSuite, testStorage } from './suite.ts'

/** The storage contract as a test suite, for every storage and every test runner. */
export {
  exampleEvent,
  exampleOrganizer,
  exampleTerm,
  exampleVenue,
  type Overrides,
  type Put,
  put,
} from './examples.ts'
export { type OpenedStorage, type StorageSuite, testStorage } from './suite.ts'

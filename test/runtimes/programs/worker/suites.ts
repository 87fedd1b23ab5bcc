import { type DurableStorage, durableObject } from 'kalends/adapters/key-value/durable-object'
import { keyValueStorage } from 'kalends/storage/key-value'
import { type SqlClient, sqlStorage } from 'kalends/storage/sql'
import { testKeyValue, testStorage } from 'kalends/testing'
import { type Register, runningOnRequest } from '../named-tests.ts'

const unique = () => `t${crypto.randomUUID().slice(0, 8)}`

/** The suite of storages, on D1. */
export const databaseSuites = (client: SqlClient) =>
  runningOnRequest({
    storage: (test) =>
      testStorage({
        test,
        async open() {
          const tablePrefix = `${unique()}_`
          const open = () => sqlStorage(client, { tablePrefix })
          return { storage: open(), reopen: async () => open() }
        },
      }),
  })

/** Both suites, in the object that this is the storage of. */
export const objectSuites = (objectStorage: DurableStorage) => {
  const store = durableObject(objectStorage)
  return runningOnRequest({
    'key-value': (test: Register) => testKeyValue({ test, open: async () => ({ store }) }),
    storage: (test) =>
      testStorage({
        test,
        async open() {
          const calendar = unique()
          const open = () => keyValueStorage(store, { calendar })
          return { storage: open(), reopen: async () => open() }
        },
      }),
  })
}

import { createInterface } from 'node:readline'
import { lmdb } from 'kalends/adapters/key-value/lmdb'
import { open } from 'lmdb'

/*
 * Another process with the same LMDB file open: `lmdb-process.ts PATH`. It says when it is ready; then each line it
 * reads is a task, and each line it writes a result.
 */

export type Task =
  | { readonly do: 'set'; readonly key: string; readonly value: string }
  | { readonly do: 'get'; readonly key: string }
  /** Adds 1 to a counter, so many times. */
  | { readonly do: 'count'; readonly key: string; readonly times: number }
  /** Sets the key to 1, 2, 3 and so on, and writes each number once it was committed; without an end. */
  | { readonly do: 'run'; readonly key: string }
  /** Sets as much as there is room for; the result is the name of the error by which that ended. */
  | { readonly do: 'fill'; readonly key: string }

const LONG = 'x'.repeat(100_000)

const db = open<string, string>({ path: process.argv[2] ?? '', encoding: 'string', overlappingSync: false })
const store = lmdb(db)

console.log('"ready"')
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await run(JSON.parse(line))))
}
await db.close()

async function run(task: Task): Promise<unknown> {
  switch (task.do) {
    case 'set':
      return store.commit({ checks: [], sets: [[task.key, task.value]], deletes: [] })
    case 'get':
      return (await store.get([task.key]))[0] ?? null
    case 'count':
      for (let left = task.times; left > 0; ) if (await countOne(task.key)) left--
      return true
    case 'run':
      for (let number = 1; ; number++) {
        await store.commit({ checks: [], sets: [[task.key, `${number}`]], deletes: [] })
        console.log(number)
      }
    case 'fill':
      try {
        for (let number = 1; ; number++) {
          const sets = [0, 1, 2].map((part) => [`${task.key}${number}-${part}`, LONG] as const)
          await store.commit({ checks: [], sets: [[task.key, `${number}`], ...sets], deletes: [] })
        }
      } catch (error) {
        return error instanceof Error ? error.name : error
      }
  }
}

async function countOne(key: string): Promise<boolean> {
  const [value] = await store.get([key])
  const sets = [[key, `${Number(value ?? 0) + 1}`] as const]
  return store.commit({ checks: [[key, value]], sets, deletes: [] })
}

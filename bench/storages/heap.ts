import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// The command line need not ask for it then.
setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** What the process holds in its heap, without what it could let go of. */
export async function heapBytes(): Promise<number> {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed
}

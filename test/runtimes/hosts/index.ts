import type { Runtime } from '../host.ts'
import { bun } from './bun.ts'
import { deno } from './deno.ts'
import { next } from './next.ts'
import { node22 } from './node22.ts'
import { node24 } from './node24.ts'
import { workerd } from './workerd.ts'

/** The first is what the others are compared with. */
export const runtimes: readonly Runtime[] = [node24, node22, deno, bun, workerd, next]

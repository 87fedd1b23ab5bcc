import { bodies } from './bodies.ts'
import { conditions } from './conditions.ts'
import type { Exchange } from './exchange.ts'
import { methods } from './methods.ts'
import { targets } from './targets.ts'

export const exchanges: readonly Exchange[] = [...methods, ...conditions, ...bodies, ...targets]

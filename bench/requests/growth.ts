import { ratioOf } from '../shared/statistics.ts'
import { tableOf } from '../shared/table.ts'
import { isLibrary } from './names.ts'
import { CACHED, COLD, wholeCpu } from './results.ts'
import type { Run } from './run.ts'

/** How many times the CPU time of the smallest calendar a request to larger ones takes, with the server's. */
export function growthOf(runs: readonly Run[]): string[] {
  const [smallest, ...larger] = runs
  if (smallest === undefined || larger.length === 0) return []
  const head = ['', ...larger.map(({ events }) => `${events} events`)]
  const rows = smallest.sides.flatMap(({ name }) =>
    smallest.operations.flatMap((operation) =>
      [CACHED, COLD].flatMap((way) => {
        const values = ({ results }: Run) => results.values(operation, name, way, wholeCpu)
        const times = larger.map((run) => ratioOf(values(run), values(smallest))?.median.toFixed(2) ?? '')
        const isMeasured = isLibrary(name) && times.some((one) => one !== '')
        return isMeasured ? [[`${name}, ${operation}, ${way.name}`, ...times]] : []
      }),
    ),
  )
  return [`## CPU time, × of that with ${smallest.events} events`, tableOf(head, rows)]
}

import { afterAll, beforeAll } from 'vitest'
import { BundledProgram } from '../../setup/bundled-program.ts'
import { OrderedProcess } from '../../setup/ordered-process.ts'
import type { Calendar as SharedCalendar } from '../../setup/shared-calendar.ts'
import { servePublishers } from './publishers-server.ts'

/** Several processes that read sources, for the tests of a file. */
export interface Readers {
  readonly readers: readonly OrderedProcess[]
  readonly end: () => Promise<void>
}

/**
 * Starts a process for each of the clocks, which are so many minutes ahead. `answer`: of publishers. `hold`: before the process
 * of the number `by` gets an answer.
 */
export type StartReaders = (
  calendar: SharedCalendar,
  answer: (url: string, init: RequestInit) => Promise<Response>,
  clocks: readonly number[],
  hold?: (by: string) => Promise<void>,
) => Promise<Readers>

export function readersProgram(): StartReaders {
  const program = new BundledProgram(new URL('reader-program.ts', import.meta.url))
  beforeAll(() => program.build())
  afterAll(() => program.remove())
  return async (calendar, answer, clocks, hold) => {
    const { url, close } = await servePublishers(answer, hold)
    const readers = clocks.map(
      (ahead, at) => new OrderedProcess(program.path, JSON.stringify(calendar), url, `${at}`, `${ahead}`),
    )
    return {
      readers,
      end: async () => {
        await Promise.all(readers.map((reader) => reader.end()))
        close()
      },
    }
  }
}

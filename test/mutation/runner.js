import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { createVitest } from 'vitest/node'

const CHANNEL = 'events-api-mutation'
/** Files for whose faults all modules are loaded anew. */
const FRESH = JSON.parse(process.env.MUTATION_FRESH ?? '[]')

/**
 * A test runner for Stryker that keeps vitest and the loaded tests between faults. Tests that found many faults go
 * first, then quick ones, since the first failure ends a run.
 */
class ResidentRunner {
  static inject = ['options']
  #file
  #durations
  #kills = new Map()
  #waiting = () => undefined

  constructor(options) {
    this.#file = options.tempDirName
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    process.env.NODE_ENV = 'test'
    process.env.VITEST = '1'
    this.vitest = await createVitest('test', {
      config: 'test/mutation/vitest.config.ts',
      watch: false,
      maxWorkers: 1,
      reporters: [{}],
      onConsoleLog: () => false,
    })
    this.channel = new BroadcastChannel(CHANNEL)
    const ready = new Promise((resolve) => {
      this.channel.onmessage = ({ data }) => {
        if (data.ready) resolve()
        else if (data.report) this.#waiting(data.report)
      }
    })
    this.running = this.vitest.start()
    await Promise.race([
      ready,
      this.running.then(() => {
        throw new Error(
          `the driver ended: ${[...this.vitest.state.errorsSet].map((one) => one.stack ?? one)}`,
        )
      }),
    ])
  }

  async #order(order) {
    const answer = new Promise((resolve) => {
      this.#waiting = resolve
    })
    this.channel.postMessage(order)
    return answer
  }

  async dryRun() {
    const report = await this.#order({ kind: 'dry' })
    if (report.error !== undefined) return { status: 'error', errorMessage: report.error }
    this.#durations = Object.fromEntries(
      report.outcomes.map(({ id, file, duration }) => [id, { file, duration }]),
    )
    await writeFile(`${this.#file}.durations.json`, JSON.stringify(this.#durations))
    return {
      status: 'complete',
      mutantCoverage: report.coverage,
      tests: report.outcomes.map(({ id, file, failure, duration }) => ({
        id,
        name: id,
        fileName: file,
        timeSpentMs: duration,
        ...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }),
      })),
    }
  }

  async mutantRun(asked) {
    const result = await this.#run(asked)
    const { fileName, location, mutatorName, replacement } = asked.activeMutant
    const line = { fileName, location, mutatorName, replacement, ...result }
    await appendFile(`${this.#file}.jsonl`, `${JSON.stringify(line)}\n`)
    return result
  }

  async #run({ activeMutant, hitLimit, testFilter }) {
    this.#durations ??= JSON.parse(await readFile(`${this.#file}.durations.json`, 'utf8'))
    const rank = (id) => (this.#kills.get(id) ?? 0) * 1000 - (this.#durations[id]?.duration ?? 0)
    const files = new Map()
    for (const [id, { file, duration }] of Object.entries(this.#durations)) {
      files.set(file, (files.get(file) ?? 0) + (this.#kills.get(id) ?? 0) * 10_000 - duration)
    }
    const report = await this.#order({
      kind: 'mutant',
      mutant: activeMutant.id,
      hitLimit,
      fresh: FRESH.some((file) => activeMutant.fileName.endsWith(file)),
      tests: testFilter?.toSorted((one, other) => rank(other) - rank(one)),
      files: [...files.keys()].sort((one, other) => files.get(other) - files.get(one)),
    })
    if (report.error !== undefined) return { status: 'error', errorMessage: report.error }
    const last = report.outcomes.at(-1)
    const nrOfTests = report.outcomes.length
    if (report.hitLimitReached) return { status: 'timeout', reason: 'hit limit reached' }
    if (last?.failure === undefined) return { status: 'survived', nrOfTests }
    if (last.timedOut) return { status: 'timeout', reason: last.failure }
    this.#kills.set(last.id, (this.#kills.get(last.id) ?? 0) + 1)
    return { status: 'killed', killedBy: [last.id], failureMessage: last.failure, nrOfTests }
  }

  async dispose() {
    this.channel?.postMessage({ kind: 'end' })
    await this.running
    this.channel?.close()
    await this.vitest?.close()
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'resident', injectableClass: ResidentRunner }]

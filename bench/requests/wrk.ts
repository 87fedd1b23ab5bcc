import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url))
/** Milliseconds. */
const LOOK = 200
const START = 30_000
/** Beyond any measurement: it is ended from here, in parts of a second if need be. */
const LONGEST = '600s'

export interface Asking {
  readonly port: number
  readonly connections: number
  readonly file: string
  /** Of writes. */
  readonly serial: number
  /** The line of the file to begin with. */
  readonly from: number
  readonly milliseconds: number
  /** Goes on where after this time it is not so, `patience` times as long at most. */
  readonly isEnough: () => Promise<boolean>
}

export interface Answered {
  readonly requests: number
  readonly perSecond: number
  readonly bytes: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const PATIENCE = 10

interface Result {
  readonly requests: number
  readonly microseconds: number
  readonly bytes: number
  /** Answers of 400 and more. */
  readonly refused: number
  /** Connections that could not be made, broke, or waited in vain. */
  readonly broken: number
  readonly p50: number
  readonly p99: number
}

/** Of the load generator, `undefined` where it is not installed. */
export function wrkVersion(): string | undefined {
  // It has no other way to say its version, and calls that a mistake.
  const { error, stdout, stderr } = spawnSync('wrk', ['-v'], { encoding: 'utf8' })
  if (error !== undefined) return undefined
  return /^wrk \S+/m.exec(stdout + stderr)?.[0] ?? 'wrk'
}

/** One thread that asks over so many connections, each the next question as soon as it has its answer. */
export async function askByWrk(asking: Asking): Promise<Answered> {
  const { port, connections, file, serial, from, milliseconds, isEnough } = asking
  const child = spawn(
    'wrk',
    [
      ...['--threads', '1', '--connections', String(connections), '--duration', LONGEST],
      ...['--timeout', LONGEST, '--script', SCRIPT, `http://127.0.0.1:${port}`],
      ...['--', file, String(serial), String(from)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const ended = once(child, 'close')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // It reads its questions before it asks them, and one that is told to end before it began would ask for ever.
  await pause(START, Promise.race([once(child.stderr, 'data'), ended]))
  const began = performance.now()
  const passed = () => performance.now() - began
  await pause(milliseconds, ended)
  while (child.exitCode === null && passed() < milliseconds * PATIENCE && !(await isEnough())) {
    await pause(LOOK, ended)
  }
  child.kill('SIGINT')
  await ended
  process.off('exit', stop)
  return checked(output, asking)
}

/** Until then, or until it has ended by itself, which is a failure. */
async function pause(milliseconds: number, ended: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const waited = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([waited, ended])
  clearTimeout(timer)
}

function checked(output: string, { file }: Asking): Answered {
  const line = /^RESULT (.*)$/m.exec(output)?.[1]
  if (line === undefined) throw new Error(`wrk gave no result for ${file}:\n${output}`)
  const { requests, microseconds, bytes, refused, broken, p50, p99 }: Result = JSON.parse(line)
  if (refused > 0 || broken > 0) {
    throw new Error(`${file}: ${requests} answers, ${refused} of them refusals; ${broken} broken connections`)
  }
  return { requests, perSecond: requests / (microseconds / 1e6), bytes, p50, p99 }
}

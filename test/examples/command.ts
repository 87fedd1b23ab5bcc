import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { commandOf, root } from './readme.ts'

/** Runs the command of an example's README, as its reader does, and ends with the test. */
export function run(example: string, env: Readonly<Record<string, string>> = {}) {
  const [file = '', ...args] = commandOf(example)
  const child = spawn(file, args, {
    cwd: root,
    // A group of its own: like Ctrl+C in a terminal, a signal reaches whatever `npx` has started.
    detached: true,
    env: { ...process.env, NODE_ENV: '', npm_config_update_notifier: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let told = ''
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  const ended = once(child, 'close')
  const stop = async () => {
    signal(child, 'SIGINT')
    const timer = setTimeout(() => signal(child, 'SIGKILL'), 5000)
    await ended
    clearTimeout(timer)
  }
  onTestFinished(stop)
  return {
    /** The first match in what it prints, once it does. */
    printed: async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(out) && child.exitCode === null) {
        await Promise.race([once(child.stdout, 'data'), ended])
      }
      return pattern.exec(out)?.[0] ?? expect.unreachable(`no ${pattern} in ${out}${told}`)
    },
    ended: async () => {
      await ended
      return { code: child.exitCode, out, told }
    },
    stop,
  }
}

function signal({ pid, exitCode, signalCode }: ChildProcess, name: 'SIGINT' | 'SIGKILL'): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, name)
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll } from 'vitest'

/*
 * Redis servers of the tests' own, for what cannot be done to one that others use: to set it up, and to end it. Tests
 * may start them at any time; they end with the test file.
 */

const CLUSTER = new URL('../../scripts/redis-cluster.sh', import.meta.url).pathname

/** Why none can be started here. */
export function noRedisServer(): string | undefined {
  const { status, stderr } = spawnSync(CLUSTER, ['check'], { encoding: 'utf8' })
  if (status === 0) return undefined
  const reason = stderr.trim()
  console.warn(`Skipped: ${reason}`)
  return reason
}

export interface OwnServer {
  readonly port: number
  readonly url: string
  /** As a crash would. */
  kill(): Promise<void>
  /** On the same port, with the data that its folder has. */
  start(): Promise<void>
}

const servers: OwnServer[] = []
const folders: string[] = []
afterAll(async () => {
  for (const { kill } of servers) await kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A server that keeps nothing on the disk, if `settings` do not say otherwise. */
export async function ownServer(...settings: string[]): Promise<OwnServer> {
  const folder = newFolder()
  const port = await freePort()
  const own = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '']
  // A replica that begins to copy need not wait for others that might want the same copy.
  const parameters = [...own, '--repl-diskless-sync-delay', '0', ...settings]
  return running(port, parameters)
}

/** A Sentinel that watches a master, called `calendar`. */
export async function ownSentinel(master: OwnServer): Promise<OwnServer> {
  const port = await freePort()
  // It writes to this file as well.
  const file = join(newFolder(), 'sentinel.conf')
  writeFileSync(
    file,
    `bind 127.0.0.1
port ${port}
sentinel monitor calendar 127.0.0.1 ${master.port} 1
sentinel down-after-milliseconds calendar 500
sentinel failover-timeout calendar 2000
`,
  )
  return running(port, [file, '--sentinel'])
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  folders.push(folder)
  return folder
}

async function running(port: number, parameters: string[]): Promise<OwnServer> {
  let server: ChildProcess | undefined
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  const start = async () => {
    const child = spawn('redis-server', parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    server = child
    const said: string[] = []
    for await (const line of createInterface(child.stdout)) {
      said.push(line)
      if (!/Ready to accept connections|\+monitor master/.test(line)) continue
      // Nobody reads on: then what it says must not hold it up.
      child.stdout.resume()
      return
    }
    throw new Error(`redis-server ended: ${said.join('\n')}`)
  }
  const own = { port, url: `redis://127.0.0.1:${port}`, kill, start }
  servers.push(own)
  await start()
  return own
}

/**
 * Below those that connections go out from, so that the port is still free when a server starts again, and apart from
 * those of clusters.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 7000)
    const server = createServer().listen(port, '127.0.0.1')
    // `once` rejects when the server says `error` instead: the port is taken.
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

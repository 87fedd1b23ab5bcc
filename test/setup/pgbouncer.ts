import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as later } from 'node:timers/promises'
import { freePort } from './programs.ts'
import { postgresUrl, reachable } from './servers.ts'

/* A pooler that gives each transaction another connection and knows no prepared statements, as Debian 12 has it. */

const PROGRAM = '/usr/sbin/pgbouncer'

export interface Pooler {
  readonly url: string
  readonly close: () => Promise<void>
}

/** The text is the reason why there is none. */
export async function openPooler(): Promise<Pooler | string> {
  if (!existsSync(PROGRAM)) return `no ${PROGRAM}`
  const isThere = await reachable(postgresUrl)
  if (isThere !== true) return isThere
  const { hostname, port, username, password } = new URL(postgresUrl)
  const own = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'kalends-pooler-'))
  const login = `user=${username}${password === '' ? '' : ` password=${password}`}`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port === '' ? 5432 : port} ${login}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
ignore_startup_parameters = extra_float_digits
`,
  )
  // It refuses to run as root.
  chmodSync(folder, 0o755)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const program = spawn(PROGRAM, [...user, file], { stdio: 'ignore' })
  const ended = once(program, 'exit')
  const close = async () => {
    program.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  let isOut = false
  ended.then(() => {
    isOut = true
  })
  while (!(await answers(own))) {
    if (isOut) return `${PROGRAM} does not start`
    await later(20)
  }
  const url = new URL(postgresUrl)
  url.host = `127.0.0.1:${own}`
  return { url: url.href, close }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

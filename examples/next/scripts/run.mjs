import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from './install.mjs'

/*
 * `node scripts/run.mjs build start` installs and builds what is missing, then runs `next build` and `next start`.
 * PORT (3000) and HOST (127.0.0.1, which only this machine reaches) say where it answers.
 */

const { site } = install()
const { PORT = '3000', HOST = '127.0.0.1' } = process.env
const next = join(site, 'node_modules/next/dist/bin/next')
const options = { cwd: site, stdio: 'inherit', env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } }

for (const command of process.argv.slice(2)) {
  if (command === 'build') build()
  else serve(command)
}

function build() {
  const { status } = spawnSync(process.execPath, [next, 'build'], options)
  if (status !== 0) process.exit(status ?? 1)
}

function serve(command) {
  const server = spawn(process.execPath, [next, command, '--port', PORT, '--hostname', HOST], options)
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal))
  server.on('exit', (status) => process.exit(status ?? 0))
}

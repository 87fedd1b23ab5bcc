import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../examples/program.ts'
import { ADMIN, serve } from '../move/old-site.ts'
import { town } from '../move/town.ts'
import { outputOf } from '../setup/programs.ts'
import { start } from './kalends.ts'

/*
 * The lines of docs/moving.md, one after the other, as its reader runs them. `npm` is played by test/package.test.ts.
 */

const page = readFileSync(new URL('../../docs/moving.md', import.meta.url), 'utf8')
const lines = [...page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)]
  .flatMap(([, language, block = '']) => (language === '' ? block.trim().split('\n') : []))
  .filter((line) => !line.startsWith('npm '))

test('each line of the page does what it says, against a copy of a site', async () => {
  const { url } = await serve(town())
  const folder = temporaryFolder()
  const env: Record<string, string> = { PORT: '0' }
  const codes: unknown[] = []
  for (const line of lines) {
    const [, name] = /^export (\w+)='[^']*'$/.exec(line) ?? []
    if (name !== undefined) {
      env[name] = ADMIN.password
      continue
    }
    expect(line).toMatch(/^npx kalends /)
    const args = line.replace('https://town.example', url).split(' ').slice(2)
    const program = start(folder, args, { env })
    const ended = outputOf(program)
    if (args[0] === 'serve') {
      let text = ''
      let isStopped = false
      program.stdout.on('data', (chunk) => {
        text += chunk
        // A second one would end it at once.
        if (isStopped || !text.includes('Ctrl+C stops it.')) return
        isStopped = true
        program.kill('SIGINT')
      })
    }
    const { code, output, errors } = await ended
    codes.push({ line, code })
    expect({ line, code, errors: code === 0 ? '' : errors }).toEqual({ line, code: 0, errors: '' })
    if (line.includes('--compare')) expect(output).toMatch(/^not explained +0$/m)
    if (args[0] === 'serve') expect(output).toContain('/wp-json/tribe/events/v1/events')
  }
  expect(codes.length).toBeGreaterThan(6)
  expect(existsSync(join(folder, 'calendar.sqlite'))).toBe(true)
})

import { readFileSync } from 'node:fs'

export const root = new URL('../..', import.meta.url).pathname

/** The words of the one command that an example's README begins with; it is run from the root of the repository. */
export function commandOf(example: string): string[] {
  const readme = readFileSync(`${root}examples/${example}/README.md`, 'utf8')
  const [, command = ''] = /^# .*\n\n```\n(.*)\n```$/m.exec(readme) ?? []
  if (command === '') throw new Error(`examples/${example}/README.md does not begin with a command`)
  return command.split(' ')
}

/*
 * `npm run mutate -- --sample 80`: instead of all mutants, those of so many lines of `src`, two or three of each. `SEED=n`
 * picks others. The same seed picks the same lines as long as the sources stay, so that two sets of tests can be compared.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Of a line that has nothing to change: a comment, an import, a type, a bracket. */
const NOTHING =
  /^\s*(?:$|[/*]|import |export (?:type|interface|\*|\{)|(?:readonly )?\w+\??: [A-Z]\w+$|[\])}\s,;({]+$)/

function picked(count, seed) {
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n')
  const lines = files
    .filter((file) => file.endsWith('.ts') && !/^src\/(?:testing|types|pages)\//.test(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((text, at) => (NOTHING.test(text) ? [] : [`${file}:${at + 1}:0-${at + 1}:${text.length}`])),
    )
  let state = seed
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return lines[Math.floor((state / 2 ** 32) * lines.length)]
  })
}

const [count] = process.argv.slice(2)
console.log(picked(Number(count), Number(process.env.SEED ?? 1)).join(','))

import { readdirSync, readFileSync } from 'node:fs'

/*
 * The pages of the documentation, and the blocks of code on them.
 */

const root = new URL('../..', import.meta.url).pathname

export const documentation = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(`${root}docs`, { recursive: true })
    .map((file) => `docs/${String(file).replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.md'))
    .sort(),
].map((page) => ({ page, text: readFileSync(`${root}${page}`, 'utf8') }))

export interface Block {
  readonly place: string
  readonly language: string
  readonly info: string
  readonly text: string
}

export const blocksOf = ({ page, text }: (typeof documentation)[number]): Block[] =>
  [...text.matchAll(/^```(\w*)([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    place: `${page}:${text.slice(0, match.index).split('\n').length}`,
    language: match[1] ?? '',
    info: (match[2] ?? '').trim(),
    text: match[3] ?? '',
  }))

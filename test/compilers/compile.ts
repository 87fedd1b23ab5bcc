import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const here = new URL('.', import.meta.url).pathname

/** Folders of `node_modules`: `typescript-5.4` is TypeScript 5.4. */
export const compilers = readdirSync(join(here, 'node_modules')).filter((name) => /^typescript-\d/.test(name))

/** Where the code is to run. */
export const settings = {
  node: { lib: ['ES2022'], types: ['node'], module: 'NodeNext', moduleResolution: 'NodeNext' },
  bundler: {
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    module: 'ESNext',
    moduleResolution: 'bundler',
  },
} as const

/**
 * What a compiler says of a project with these files, '' where it finds no fault. Every declaration that the files
 * reach is checked as well (`skipLibCheck: false`), unless `options` says otherwise.
 */
export async function compile(
  compiler: string,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  return compileIn(newProject(files), compiler, options)
}

/** A folder with these files, which can import what is installed here. It is removed after the test. */
export function newProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'kalends-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The same of the files that are in a folder. */
export async function compileIn(
  folder: string,
  compiler: string,
  options: Readonly<Record<string, unknown>>,
): Promise<string> {
  const compilerOptions = {
    target: 'ES2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    ...options,
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  return new Promise((resolve) => {
    const tsc = join(here, 'node_modules', compiler, 'bin/tsc')
    execFile(process.execPath, [tsc, '-p', folder], { cwd: folder }, (error, stdout, stderr) => {
      resolve(error === null ? '' : stdout + stderr || error.message)
    })
  })
}

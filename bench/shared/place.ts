import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Spent } from './cpu.ts'

/** Where one calendar is stored: a folder, and a name for schemas and databases on servers. */
export class Place {
  readonly folder: string
  readonly name: string
  /** Whether the calendar stays there for the next run. */
  readonly isKept: boolean

  /** `root`: the folder of the calendars that are kept; `undefined`: this one is not. */
  constructor(name: string, root?: string) {
    this.isKept = root !== undefined
    this.name = `bench_${name.replace(/\W+/g, '_')}${this.isKept ? '' : `_${process.pid}`}`
    this.folder = root === undefined ? mkdtempSync(join(tmpdir(), 'kalends-bench-')) : join(root, this.name)
    // What was left of a load that did not end.
    if (this.loaded === undefined) rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { recursive: true })
  }

  file(name: string): string {
    return join(this.folder, name)
  }

  /** Of all files in it. */
  bytes(): number {
    return readdirSync(this.folder).reduce((sum, name) => sum + statSync(this.file(name)).size, 0)
  }

  /** What it took to load the calendar; `undefined` while it is not whole. */
  get loaded(): Spent | undefined {
    const file = this.file('loaded.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  }

  setLoaded(spent: Spent): void {
    writeFileSync(this.file('loaded.json'), JSON.stringify(spent))
  }

  /** Removes the folder, unless the calendar is kept. */
  leave(): void {
    if (!this.isKept) rmSync(this.folder, { recursive: true })
  }
}

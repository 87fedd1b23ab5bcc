import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one calendar. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'kalends-bench-'))

  file(name: string): string {
    return join(this.path, name)
  }

  /** Of all files in it. */
  bytes(): number {
    return readdirSync(this.path).reduce((sum, name) => sum + statSync(this.file(name)).size, 0)
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}

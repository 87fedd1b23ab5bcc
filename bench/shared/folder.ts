import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'kalends-bench-'))

  file(name: string): string {
    return join(this.path, name)
  }

  remove(): void {
    rmSync(this.path, { recursive: true })
  }
}

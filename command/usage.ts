/** Something that the user can put right: said in one line, without a stack. */
export class Failure extends Error {}

/** The command was called wrongly. */
export class UsageError extends Failure {}

/** The work is done and reported; a comparison found differences. */
export class Differs extends Error {}

/** A signal of the user ended the work. */
export class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super('Interrupted. Run the same command again: it goes on where it was.')
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

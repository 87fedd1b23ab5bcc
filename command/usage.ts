/** Something that the user can put right: said in one line, without a stack. */
export class Failure extends Error {}

/** The command was called wrongly. */
export class UsageError extends Failure {}

/** The work is done and reported; a comparison found differences. */
export class Differs extends Error {}

/** The work is done and reported; some records were not brought. */
export class NotBrought extends Error {}

/** A signal of the user ended the work. */
export class Interrupted extends Error {
  constructor(readonly signal: 'SIGINT' | 'SIGTERM') {
    super('Interrupted. Run the same command again: it goes on where it was.')
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** How deep causes are told. */
const DEPTH = 4

/** What went wrong, with its causes, in one line and without a stack. */
function inOneLine(error: unknown): string {
  const reasons: string[] = []
  for (
    let one = error;
    one !== undefined && reasons.length < DEPTH;
    one = one instanceof Error ? one.cause : undefined
  ) {
    const reason =
      messageOf(one).replace(/\s+/g, ' ').trim() || String(codeOf(one) ?? 'an error without a message')
    if (!reasons.some((told) => told.includes(reason))) reasons.push(reason)
  }
  return reasons.join(': ')
}

/** Stacks are for those who ask for them with KALENDS_DEBUG. */
export const isDebugging = (): boolean => !/^0?$/.test(process.env.KALENDS_DEBUG ?? '')

/** Prints an error that nobody expected: a line, and its stack with KALENDS_DEBUG. */
export function printFault(error: unknown, where: string): void {
  console.error(`${where}: ${inOneLine(error)}`)
  if (isDebugging()) console.error(error)
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

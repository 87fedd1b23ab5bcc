export interface Step {
  name?: string
  as?: string
  request: string
  expect: { status: number; headers?: Record<string, string>; body?: unknown }
}

export interface Case {
  name: string
  about: string
  file: string
  steps: Step[]
}

export interface Failure {
  case: string
  step: string
  request: string
  fails: { path: string; ok: boolean; expected: unknown; actual: unknown }[]
}

export interface Report {
  cases: number
  casesPassed: number
  steps: number
  stepsPassed: number
  leaves: number
  leavesPassed: number
  failures: Failure[]
}

export interface Deviation {
  case: string
  step?: string
  path?: string
  why: string
}

export function loadCases(dir: string): Case[]

export function play(
  cases: readonly Case[],
  options: {
    open: (
      one: Case,
    ) => Promise<{ fetch: (request: Request) => Promise<Response>; close?: () => Promise<void> }>
    origin?: string
    basePath?: string
    namespace?: string
    headersFor?: (role: string) => Record<string, string>
    deviations?: readonly Deviation[]
  },
): Promise<Report>

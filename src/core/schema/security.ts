import type { EventsApiOptions, SecurityScheme } from '../../types/index.ts'

/** How clients authenticate: what a 401 says, and what the documentation says. */
export interface Security {
  /** At least one, as RFC 9110, section 15.5.2 demands. */
  readonly challenges: readonly string[]
  /** The option; `{}` if nobody can authenticate. Otherwise they follow from the challenges. */
  readonly schemes: EventsApiOptions['securitySchemes']
}

/** A Security Requirement Object. It names one scheme: each of them is enough. */
export type Demand = Readonly<Record<string, never[]>>

/** The schemes of the document by name, and the demand for any one of them; none if nobody can authenticate. */
export function schemesOf({ challenges, schemes = ofHttp(challenges) }: Security) {
  return { schemes, demands: Object.keys(schemes).map((name): Demand => ({ [name]: [] })) }
}

/** `Basic realm="calendar"` is the scheme `basic` of HTTP. */
const ofHttp = (challenges: readonly string[]): Record<string, SecurityScheme> =>
  Object.fromEntries(
    challenges.map((challenge) => {
      const scheme = challenge.trim().split(/[\s,]/, 1).join('').toLowerCase()
      return [scheme.replace(/[^\w.-]/g, '-'), { type: 'http', scheme }]
    }),
  )

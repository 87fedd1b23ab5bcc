/** The values of a plain name that came more than once in a query or form: `categories=1&categories=2`. */
export class Repeated extends Array<unknown> {}

/** One request, which is put to a contender over a socket or in process. */
export interface Question {
  readonly method: 'GET' | 'POST'
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** '' without one. JSON, where `SERIAL` may stand once. */
  readonly body: string
}

/** Stands for a number of eight digits that no other request has, so that no write repeats an earlier one. */
export const SERIAL = '#serial#'

export const withSerial = (body: string, serial: number): string =>
  body.replace(SERIAL, String(serial).padStart(SERIAL.length, '0'))

/** Links in answers begin with it, whatever the port. */
export const HOST = 'localhost'

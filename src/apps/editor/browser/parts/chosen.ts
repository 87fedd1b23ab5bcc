/** A record, or the name of one that is made with what it is chosen for. */
export interface Chosen {
  /** Absent: a new one. */
  readonly id?: number | string
  readonly name: string
  /** What tells it from others of the same name. */
  readonly note?: string | undefined
}

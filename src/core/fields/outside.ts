/** What a plain field is called and said to be outside of this calendar. */
export interface Outside {
  /** Description of the field in bodies. */
  readonly about: string
  /** Names of its column in CSV files; exports have the first one. `null`: files have no such column. */
  readonly csv: readonly [string, ...string[]] | null
  /** Its name in answers of The Events Calendar. `null`: it is not there. */
  readonly old: string | null
}

/** The same of a field of events. */
export interface EventOutside extends Outside {
  /** Whether the copy that somebody makes of an event has it. The copy is another event, which takes place. */
  readonly copied: boolean
  /** Whether a source may say it of its events. What is left is decided here. */
  readonly said: boolean
  /** Its English label in the page for editors. `null`: its form has a place of its own for the field, or none. */
  readonly label: string | null
}

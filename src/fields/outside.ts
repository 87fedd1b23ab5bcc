/** What a plain field is called and said to be outside of this calendar. */
export interface Outside {
  /** Description of the field in bodies. */
  readonly about: string
  /** Names of its column in CSV files; exports have the first one. `null`: files have no such column. */
  readonly csv: readonly [string, ...string[]] | null
  /** Its name in answers of The Events Calendar. `null`: it is not there. */
  readonly old: string | null
}

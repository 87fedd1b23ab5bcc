/** What Next hands to a page. */
export type SearchParams = Promise<Readonly<Record<string, string | string[] | undefined>>>

/** The query's first value of each name. */
export async function readQuery(searchParams: SearchParams): Promise<Record<string, string>> {
  const entries = Object.entries(await searchParams).map(([name, value]) => [name, [value].flat()[0] ?? ''])
  return Object.fromEntries(entries)
}

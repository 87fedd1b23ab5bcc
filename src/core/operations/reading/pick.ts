/** Those of the records that exist, in the order of the IDs. */
export function pick<T>(records: ReadonlyMap<number, T>, ids: readonly number[]): T[] {
  const picked: T[] = []
  for (const id of ids) {
    const record = records.get(id)
    if (record !== undefined) picked.push(record)
  }
  return picked
}

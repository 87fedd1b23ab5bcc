/** All that a list of the client's holds, page after page. */
export async function every<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of list) all.push(item)
  return all
}

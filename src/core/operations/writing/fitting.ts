import { isTooLarge } from '../../../storage/failures.ts'

/** Records of one commit, if all of them are too many for the storage. */
const MOST_IN_PARTS = 64

/**
 * Makes one commit of up to `most` records, of fewer if they are too many for the storage. `most` of the result: how many
 * the storage takes, as far as it is known.
 */
export async function commitFitting<T>(
  most: number,
  write: (most: number) => Promise<T>,
): Promise<{ readonly result: T; readonly most: number }> {
  for (let part = most; ; ) {
    try {
      return { result: await write(part), most: part }
    } catch (error) {
      if (!isTooLarge(error) || part === 1) throw error
      part = Math.min(MOST_IN_PARTS, Math.ceil(part / 2))
    }
  }
}

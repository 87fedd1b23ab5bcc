/** A file that is damaged, too large, or not what it should be: nothing of it counts. The message says where and why. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

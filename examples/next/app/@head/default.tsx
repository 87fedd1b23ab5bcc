/** Pages that have nothing for the head but their metadata. */
export default function NothingMore() {
  return null
}

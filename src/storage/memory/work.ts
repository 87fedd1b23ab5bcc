/**
 * The work of a storage: the number of documents read in searches, comparisons and filters. Tests of cost use it
 * instead of a clock. The package does not export it.
 */
export class Work {
  looks = 0
}

/**
 * How much a storage has done: every look at a document while searching, comparing or filtering counts one.
 * Tests of cost count with it instead of a clock. Not reachable from the package's exports.
 */
export class Work {
  looks = 0
}

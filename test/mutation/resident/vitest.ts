/** What tests get when they import `vitest` here: its assertions, and a tree of our own to declare them in. */
export { expect, vi } from 'vitest'
export { afterAll, afterEach, beforeAll, beforeEach, describe, test } from './tree.ts'

/** Contenders that are not the library. */
export const FLOOR = 'floor'
export const BY_HAND = 'by hand'
export const HONO = 'hono'
/** A hand-written transaction on the library's own tables. */
export const SAME_ROWS = 'same rows'

export const isLibrary = (name: string): boolean => ![FLOOR, BY_HAND, HONO, SAME_ROWS].includes(name)

/**
 * A text that lies in memory as it is read, one character after the other. One that `+` makes is a tree of its parts,
 * and its hash, which looks at every character, takes half as long again.
 */
export const inOnePiece = (parts: readonly string[]): string => parts.join('')

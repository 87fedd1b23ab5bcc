import type { Principal } from 'kalends'

/** Who can ask. The second author and contributor are there to be strangers to the first. */
export const USERS = {
  administrator: { id: 1, role: 'administrator' },
  editor: { id: 2, role: 'editor' },
  author: { id: 3, role: 'author' },
  author2: { id: 4, role: 'author' },
  contributor: { id: 5, role: 'contributor' },
  contributor2: { id: 7, role: 'contributor' },
  subscriber: { id: 6, role: 'subscriber' },
} as const satisfies Record<string, Principal>

export type User = keyof typeof USERS

export const isUser = (name: string): name is User => Object.hasOwn(USERS, name)

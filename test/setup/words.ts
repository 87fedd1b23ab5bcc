/** The words of a text, for vocabularies of generators. */
export const words = (text: string): string[] => text.trim().split(/ +|\n */)

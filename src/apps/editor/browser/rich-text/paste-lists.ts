/** Lists of programs that write each item for itself, with its level. */
export class Lists {
  readonly #document: Document
  /** The lists that an item can go on, from the outer one, by what they are in. */
  readonly #open = new WeakMap<Element, Element[]>()

  constructor(document: Document) {
    this.#document = document
  }

  /** A new item. A level that is more than one deeper than the item before is one deeper. */
  add(parent: Element, name: 'ul' | 'ol', level: number): Element {
    const lists = this.#open.get(parent) ?? []
    this.#open.set(parent, lists)
    const depth = Math.min(Number.isInteger(level) && level > 0 ? level : 1, lists.length + 1)
    lists.length = Math.min(lists.length, depth)
    if (lists[depth - 1]?.localName !== name) {
      lists.length = depth - 1
      const list = this.#document.createElement(name)
      const above = lists.at(-1)?.lastElementChild ?? parent
      above.append(list)
      lists.push(list)
    }
    const item = this.#document.createElement('li')
    lists.at(-1)?.append(item)
    return item
  }

  /** Something else comes: the next item begins a new list. */
  end(parent: Element): void {
    this.#open.delete(parent)
  }
}

import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { t } from '../texts.ts'

const button = (label: string, press: () => void): HTMLButtonElement => {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = label
  made.addEventListener('click', press)
  return made
}

/** HTML without buttons of its own: shown as what it says, moved, deleted, or edited as source. */
export class SourceBlock implements NodeView {
  readonly dom = document.createElement('div')
  #node: Node
  readonly #view: EditorView
  readonly #position: () => number | undefined
  readonly #said = document.createElement('p')

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node
    this.#view = view
    this.#position = position
    this.dom.className = 'source-block'
    this.dom.contentEditable = 'false'
    const buttons = document.createElement('div')
    buttons.className = 'buttons'
    buttons.append(
      button(t('Edit source'), () => this.#edit(buttons)),
      button(t('Move up'), () => this.#move(-1)),
      button(t('Move down'), () => this.#move(1)),
      button(t('Delete block'), () => this.#replace(undefined)),
    )
    this.dom.append(this.#said, buttons)
    this.#show()
  }

  #show(): void {
    const text = String(this.#node.attrs.html)
    this.#said.textContent =
      text
        .replace(/<[^<>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 200) || text.slice(0, 80)
  }

  #edit(buttons: HTMLElement): void {
    const area = document.createElement('textarea')
    area.value = String(this.#node.attrs.html)
    area.rows = 6
    area.setAttribute('aria-label', t('Source'))
    const done = button(t('Done'), () => {
      area.remove()
      done.remove()
      buttons.hidden = false
      if (area.value !== this.#node.attrs.html) this.#replace(area.value)
    })
    buttons.hidden = true
    this.dom.append(area, done)
    area.focus()
  }

  /** `undefined` deletes the block. */
  #replace(html: string | undefined): void {
    const at = this.#position()
    if (at === undefined) return
    const { tr } = this.#view.state
    const { nodeSize, type } = this.#node
    this.#view.dispatch(
      html === undefined
        ? tr.delete(at, at + nodeSize)
        : tr.replaceWith(at, at + nodeSize, type.create({ html })),
    )
  }

  #move(step: -1 | 1): void {
    const at = this.#position()
    if (at === undefined) return
    const { doc, tr } = this.#view.state
    const place = doc.resolve(at)
    const index = place.index()
    const neighbour = place.parent.maybeChild(index + step)
    if (!neighbour) return
    const to = step < 0 ? at - neighbour.nodeSize : at + neighbour.nodeSize
    this.#view.dispatch(tr.delete(at, at + this.#node.nodeSize).insert(to, this.#node))
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false
    this.#node = node
    this.#show()
    return true
  }

  /** Its buttons and its field are for themselves. */
  stopEvent(event: Event): boolean {
    return event.target instanceof HTMLElement && event.target.closest('button, textarea') !== null
  }

  ignoreMutation(): boolean {
    return true
  }
}

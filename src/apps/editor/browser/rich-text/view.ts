import { baseKeymap, chainCommands, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { closeHistory, history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { MarkType, Node, NodeType, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { readHtml, writeHtml } from './html.ts'
import { readPasted } from './paste.ts'
import { schema } from './schema.ts'
import { SourceBlock } from './source-block.ts'

const { nodes, marks } = schema

/** What the buttons of the toolbar do. */
export const COMMANDS = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  paragraph: setBlockType(nodes.paragraph),
  heading2: setBlockType(nodes.heading, { level: 2 }),
  heading3: setBlockType(nodes.heading, { level: 3 }),
  bullets: wrapInList(nodes.bullet_list),
  numbers: wrapInList(nodes.ordered_list),
  quote: wrapIn(nodes.blockquote),
  lift: liftListItem(nodes.list_item),
} satisfies Record<string, Command>

export type CommandName = keyof typeof COMMANDS

/** What the text at the cursor is: the buttons that are pressed, by their commands. */
export function commandsAt({ selection, storedMarks, doc }: EditorState): CommandName[] {
  const { $from, from, to, empty } = selection
  const hasMark = (type: MarkType) =>
    empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)
  const isIn = (type: NodeType) =>
    Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1).type).includes(type)
  const heading = $from.parent.type === nodes.heading ? Number($from.parent.attrs.level) : 0
  const all: readonly (readonly [CommandName, boolean])[] = [
    ['bold', hasMark(marks.strong)],
    ['italic', hasMark(marks.em)],
    ['heading2', heading === 2],
    ['heading3', heading === 3],
    ['bullets', isIn(nodes.bullet_list)],
    ['numbers', isIn(nodes.ordered_list)],
    ['quote', isIn(nodes.blockquote)],
  ]
  return all.filter(([, isPressed]) => isPressed).map(([name]) => name)
}

/** Puts a link on what is selected, or takes it away. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    const link = marks.link.create({ href })
    const change = (tr: Transaction): Transaction => {
      if (href === '') return tr.removeMark(from, to, marks.link)
      return empty ? tr.replaceSelectionWith(schema.text(href, [link]), false) : tr.addMark(from, to, link)
    }
    dispatch?.(change(state.tr))
    return true
  }

const isOurs = (html: string): boolean => html.includes('data-pm-slice')

/** What another program or page gives. `undefined` for text without marks, and for what comes from this editor. */
function sliceOf(data: DataTransfer | null): Slice | undefined {
  const html = data?.getData('text/html') ?? ''
  return html === '' || isOurs(html) ? undefined : readPasted(html, data?.getData('text/plain') ?? '')
}

export interface RichText {
  readonly view: EditorView
  run(command: Command): void
  /** Shows another text, such as that of a conflict. */
  show(html: string): void
  destroy(): void
}

/** Mounts the editor of a description. `onChange` gets HTML, and is called for what somebody types only. */
export function mountRichText(
  host: HTMLElement,
  html: string,
  attributes: Readonly<Record<string, string>>,
  onChange: (html: string) => void,
  onState: (commands: readonly CommandName[]) => void,
): RichText {
  const stateOf = (doc: Node) =>
    EditorState.create({
      doc,
      plugins: [
        history(),
        keymap({
          'Mod-z': undo,
          'Mod-y': redo,
          'Mod-Shift-z': redo,
          'Mod-b': COMMANDS.bold,
          'Mod-i': COMMANDS.italic,
          Enter: splitListItem(nodes.list_item),
          'Mod-]': sinkListItem(nodes.list_item),
          'Mod-[': liftListItem(nodes.list_item),
          'Shift-Enter': chainCommands((state, dispatch) => {
            dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
            return true
          }),
        }),
        // Ctrl+Enter publishes.
        keymap({ ...baseKeymap, 'Mod-Enter': () => false }),
      ],
    })
  const view = new EditorView(host, {
    state: stateOf(readHtml(html)),
    attributes,
    nodeViews: { source: (node, editor, getPos) => new SourceBlock(node, editor, getPos) },
    // Read below, and parsed once.
    transformPastedHTML: (pasted) => (isOurs(pasted) ? pasted : ''),
    handlePaste: (editor, { clipboardData }) => {
      const slice = sliceOf(clipboardData)
      if (slice === undefined) return false
      // One step back takes it away, and nothing that was typed before.
      editor.dispatch(closeHistory(editor.state.tr).replaceSelection(slice).scrollIntoView())
      return true
    },
    handleDrop: (editor, { dataTransfer, clientX, clientY }, _, isMoved) => {
      const slice = isMoved ? undefined : sliceOf(dataTransfer)
      const place = editor.posAtCoords({ left: clientX, top: clientY })
      if (slice === undefined || place === null) return false
      const { doc, tr } = editor.state
      const at = TextSelection.near(doc.resolve(place.pos))
      editor.dispatch(closeHistory(tr).setSelection(at).replaceSelection(slice).scrollIntoView())
      return true
    },
    dispatchTransaction: (transaction) => {
      view.updateState(view.state.apply(transaction))
      if (transaction.docChanged) onChange(writeHtml(view.state.doc))
      onState(commandsAt(view.state))
    },
  })
  return {
    view,
    run: (command) => {
      command(view.state, view.dispatch, view)
      view.focus()
    },
    show: (other) => view.updateState(stateOf(readHtml(other))),
    destroy: () => view.destroy(),
  }
}

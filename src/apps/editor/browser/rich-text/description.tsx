import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.tsx'
import { AreaField, TextField } from '../parts/field.tsx'
import { t, text } from '../texts.ts'
import type { CommandName, RichText } from './view.ts'

const BUTTONS: readonly (readonly [CommandName, string])[] = [
  ['bold', text('Bold')],
  ['italic', text('Italic')],
  ['paragraph', text('Paragraph')],
  ['heading2', text('Heading')],
  ['heading3', text('Subheading')],
  ['bullets', text('Bulleted list')],
  ['numbers', text('Numbered list')],
  ['lift', text('End of list')],
  ['quote', text('Quote')],
]

type Loaded = typeof import('./view.ts')

/** The description as rich text; its editor comes after the form. What was not touched is not changed. */
export function Description({
  value,
  onChange,
  fault,
  isReadOnly,
}: {
  readonly value: string
  readonly onChange: (html: string) => void
  readonly fault: string | undefined
  readonly isReadOnly: boolean
}) {
  const id = useId()
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<RichText>()
  const last = useRef(value)
  /** What the editor has said and the form may not know yet: an effect can be late. */
  const said = useRef(new Set<string>())
  const change = useRef(onChange)
  change.current = onChange
  const [loaded, setLoaded] = useState<Loaded | 'failed' | undefined>(undefined)
  const [isSource, setSource] = useState(false)
  /** Names of commands, as one text: what is the same draws nothing. */
  const [pressed, setPressed] = useState('')
  const [link, setLink] = useState<string | undefined>(undefined)
  const isRich = loaded !== undefined && loaded !== 'failed' && !isSource && !isReadOnly

  useEffect(() => {
    let isOver = false
    if (!isReadOnly)
      import('./view.ts').then(
        (module) => {
          if (!isOver) setLoaded(module)
        },
        () => {
          if (!isOver) setLoaded('failed')
        },
      )
    return () => {
      isOver = true
    }
  }, [isReadOnly])

  useEffect(() => {
    if (!isRich || host.current === null) return
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      class: 'rich-text',
      ...(fault === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': `${id}-fault` }),
    }
    const mounted = loaded.mountRichText(
      host.current,
      last.current,
      attributes,
      (html) => {
        last.current = html
        said.current.add(html)
        change.current(html)
      },
      (commands) => setPressed(commands.join()),
    )
    editor.current = mounted
    return () => mounted.destroy()
  }, [isRich, fault])

  // Another text than that of the editor: an undo, or the choice in a conflict.
  useEffect(() => {
    if (value === last.current) said.current.clear()
    else if (!said.current.has(value)) {
      last.current = value
      editor.current?.show(value)
    }
  }, [value])

  if (!isRich) {
    if (loaded === undefined && !isReadOnly) {
      return (
        <p class="help" aria-busy="true">
          {t('Description')}: {t('Loading …')}
        </p>
      )
    }
    return (
      <div>
        <AreaField
          label={t('Description')}
          rows={8}
          value={value}
          fault={fault}
          disabled={isReadOnly}
          help={t('HTML')}
          onChange={(html) => {
            last.current = html
            onChange(html)
          }}
        />
        {loaded === 'failed' || isReadOnly ? null : (
          <button type="button" onClick={() => setSource(false)}>
            {t('As text')}
          </button>
        )}
      </div>
    )
  }
  return (
    <div class="field">
      <span class="label" id={`${id}-label`}>
        {t('Description')}
      </span>
      <Toolbar
        pressed={pressed.split(',')}
        onCommand={(name) => editor.current?.run(loaded.COMMANDS[name])}
        onLink={() => setLink(hrefAt(editor.current))}
        onSource={() => setSource(true)}
      />
      <div ref={host} />
      {fault === undefined ? null : (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {link === undefined ? null : (
        <Dialog
          title={t('Link')}
          onClose={() => setLink(undefined)}
          buttons={
            <button
              type="button"
              class="primary"
              onClick={() => {
                const href = link.trim()
                setLink(undefined)
                const address = href === '' || /^([a-z]+:|\/|#)/i.test(href) ? href : `https://${href}`
                editor.current?.run(loaded.setLink(address))
              }}
            >
              {t('Apply')}
            </button>
          }
        >
          <TextField
            label={t('Address of the link')}
            value={link}
            onChange={setLink}
            help={t('Nothing takes the link away.')}
          />
        </Dialog>
      )}
    </div>
  )
}

/** The link that the selection is in. */
function hrefAt(editor: RichText | undefined): string {
  const mark = editor?.view.state.selection.$from.marks().find(({ type }) => type.name === 'link')
  return mark === undefined ? '' : String(mark.attrs.href)
}

/** One stop of Tab; arrows move between its buttons, as the ARIA authoring practices say. */
function Toolbar({
  pressed,
  onCommand,
  onLink,
  onSource,
}: {
  readonly pressed: readonly string[]
  readonly onCommand: (name: CommandName) => void
  readonly onLink: () => void
  readonly onSource: () => void
}) {
  const [current, setCurrent] = useState(0)
  const element = useRef<HTMLDivElement>(null)
  const buttons = [
    ...BUTTONS.map(([name, label]) => ({
      label: t(label),
      press: () => onCommand(name),
      // The others do something once.
      isPressed: name === 'paragraph' || name === 'lift' ? undefined : pressed.includes(name),
    })),
    { label: t('Link…'), press: onLink, isPressed: undefined },
    { label: t('Source'), press: onSource, isPressed: undefined },
  ]
  return (
    <div
      ref={element}
      role="toolbar"
      aria-label={t('Formatting')}
      class="toolbar"
      onKeyDown={(event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        const to =
          event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? buttons.length - 1
              : step === undefined
                ? undefined
                : (current + step + buttons.length) % buttons.length
        if (to === undefined) return
        event.preventDefault()
        setCurrent(to)
        element.current?.querySelectorAll('button')[to]?.focus()
      }}
    >
      {buttons.map(({ label, press, isPressed }, at) => (
        <button
          key={label}
          type="button"
          tabIndex={at === current ? 0 : -1}
          aria-pressed={isPressed}
          // The selection in the text stays.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(at)}
          onClick={press}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

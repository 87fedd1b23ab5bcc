import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { t } from '../texts.ts'
import type { Chosen } from './chosen.ts'
import { FieldFrame, type FieldProps, useField } from './field.tsx'

interface Props extends FieldProps {
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: Chosen[]) => void
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly Chosen[]>
  /** Whether more than one can be chosen. */
  readonly isMultiple?: boolean
  /** The one that is chosen is the text of the input, such as a time zone. */
  readonly isInline?: boolean
  /** Whether a name that does not exist can be chosen, to be made. */
  readonly canCreate?: boolean
}

type Option = Chosen & { readonly isNew?: true }

/** Long enough that a search is not sent for each letter. */
const PAUSE = 150

/**
 * Type to find, arrows, Enter: the editable combobox with list autocomplete of the ARIA authoring practices. What is
 * chosen stands before it, each with a button that removes it.
 */
export function Combobox({
  label,
  chosen,
  onChange,
  find,
  help,
  fault,
  disabled,
  isMultiple = false,
  isInline = false,
  canCreate = false,
}: Props) {
  const ids = useField({ help, fault })
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<{ readonly of: string | undefined; readonly all: readonly Chosen[] }>({
    of: undefined,
    all: [],
  })
  const [active, setActive] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  const name = text.trim()
  const isSearching = isOpen && found.of !== name
  /** A key that came before the search was over: it is for what is found. */
  const early = useRef<'first' | 'choose' | undefined>(undefined)
  const latest = useRef({ find, choose, optionsOf })
  latest.current = { find, choose, optionsOf }

  useEffect(() => {
    if (!isOpen) return
    const abort = new AbortController()
    const timer = setTimeout(
      async () => {
        const all = await latest.current.find(name, abort.signal).catch(() => [])
        if (abort.signal.aborted) return
        setFound({ of: name, all })
        setActive(early.current === 'first' ? 0 : -1)
        const options = latest.current.optionsOf(all)
        const isExact = (one: Option) => one.name.toLowerCase() === name.toLowerCase()
        // Never the beginning of another name: Enter came before it was seen.
        const best = options.find(isExact) ?? (options.length === 1 ? options[0] : undefined)
        if (early.current === 'choose' && best !== undefined) latest.current.choose(best)
        early.current = undefined
      },
      name === '' ? 0 : PAUSE,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [name, isOpen])

  const same = (one: Chosen) => one.name.toLowerCase() === name.toLowerCase()
  /** Exact names first; a name that does not exist last. */
  function optionsOf(all: readonly Chosen[]): readonly Option[] {
    const free = all.filter(({ id }) => !chosen.some((one) => one.id === id))
    const exact = free.filter(same)
    const sorted = [...exact, ...free.filter((one) => !same(one))]
    const isKnown = all.some((one) => same(one) && !one.note)
    return canCreate && name !== '' && !isKnown ? [...sorted, { name, isNew: true }] : sorted
  }
  const options = isSearching ? [] : optionsOf(found.all)
  const textOf = (one: Option) =>
    one.isNew ? t('Create "{name}"', { name: one.name }) : one.note ? `${one.name} – ${one.note}` : one.name

  function choose(one: Option) {
    const { isNew: _, ...picked } = one
    onChange(
      isMultiple
        ? [...chosen.filter((other) => other.name !== picked.name || other.id !== picked.id), picked]
        : [picked],
    )
    setText('')
    setOpen(false)
    setActive(-1)
  }

  const open = () => {
    setText('')
    setOpen(true)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // A word that is still being composed, such as in Japanese, is not for us.
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open()
      if (isSearching) {
        early.current = 'first'
        return
      }
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (options.length > 0)
        setActive((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length)
    } else if (event.key === 'Enter' && isSearching && name !== '') {
      event.preventDefault()
      early.current = 'choose'
    } else if (event.key === 'Enter' && isOpen) {
      const one =
        options[active] ?? (options.length === 1 || options[0]?.name === name ? options[0] : undefined)
      if (one === undefined && name === '') return
      event.preventDefault()
      if (one !== undefined) choose(one)
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Backspace' && text === '' && isMultiple && chosen.length > 0) {
      onChange(chosen.slice(0, -1))
    }
  }

  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listId])

  return (
    <FieldFrame id={ids.id} label={label} help={help} fault={fault} class="combobox">
      <div class="chosen-and-input">
        {chosen.length > 0 && !isInline ? (
          <ul class="chosen" aria-label={t('Chosen: {label}', { label })}>
            {chosen.map((one) => (
              <li key={one.id ?? one.name}>
                <span>{one.name}</span>
                {one.id === undefined ? <small> {t('new')}</small> : null}
                <button
                  type="button"
                  class="quiet"
                  disabled={disabled}
                  aria-label={t('Remove "{name}"', { name: one.name })}
                  onClick={() => {
                    onChange(chosen.filter((other) => other !== one))
                    input.current?.focus()
                  }}
                >
                  ×
                </button>
              </li>
            ))}
          </ul>
        ) : null}
        <input
          {...ids}
          ref={input}
          type="text"
          role="combobox"
          autocomplete="off"
          disabled={disabled}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          value={isInline && !isOpen ? (chosen[0]?.name ?? '') : text}
          onFocus={(event) => {
            if (isInline) event.currentTarget.select()
          }}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setOpen(true)
          }}
          onClick={() => {
            if (!isOpen) open()
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false)
            // A name that was typed to its end was meant.
            const whole = isSearching ? [] : found.all.filter(same)
            if (whole.length === 1 && whole[0] !== undefined) choose(whole[0])
          }}
        />
      </div>
      <ul
        id={listId}
        role="listbox"
        class="options"
        aria-label={label}
        hidden={!isOpen || (options.length === 0 && !isSearching)}
      >
        {options.map((one, at) => (
          // The input has the focus all the time; its keys move through the options.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
          <li
            key={one.isNew ? 'new' : one.id}
            id={`${listId}-${at}`}
            role="option"
            aria-selected={at === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(one)}
          >
            {textOf(one)}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <span class="hidden" role="status">
          {isSearching
            ? ''
            : options.length === 0
              ? t('Nothing found')
              : t('{n} to choose from', { n: options.length })}
        </span>
      ) : null}
    </FieldFrame>
  )
}

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { t } from '../texts.ts'
import { Dialog } from './dialog.tsx'

/** A field that both sides have changed, in words. */
export interface Difference {
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}

/** Two versions of the fields that both sides have changed, one beside the other. */
export function ConflictDialog({
  differences,
  onDone,
  onClose,
}: {
  readonly differences: readonly Difference[]
  /** `theirs`: the keys of the fields in which the other side is right. */
  readonly onDone: (theirs: readonly string[]) => void
  readonly onClose: () => void
}) {
  const [choices, setChoices] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({})
  const isWhole = differences.every(({ key }) => choices[key] !== undefined)
  const side = (
    { key, ...one }: Difference,
    which: 'mine' | 'theirs',
    title: string,
    verb: string,
  ): ComponentChildren => (
    <div class="side">
      <h4>{title}</h4>
      <p id={`${key}-${which}`}>{one[which]}</p>
      <button
        type="button"
        aria-pressed={choices[key] === which}
        aria-describedby={`clash-${key} ${key}-${which}`}
        onClick={() => setChoices((known) => ({ ...known, [key]: which }))}
      >
        {verb}
      </button>
    </div>
  )
  return (
    <Dialog
      title={t('Changed by someone else')}
      onClose={onClose}
      buttons={
        <button
          type="button"
          class="primary"
          disabled={!isWhole}
          onClick={() => onDone(differences.map(({ key }) => key).filter((key) => choices[key] === 'theirs'))}
        >
          {t('Save')}
        </button>
      }
    >
      <p>{t('Somebody has saved this since you opened it. What only one of you has changed is kept.')}</p>
      {differences.map((one) => (
        <section class="clash" key={one.key} aria-labelledby={`clash-${one.key}`}>
          <h3 id={`clash-${one.key}`}>{one.label}</h3>
          {side(one, 'mine', t('Yours'), t('Keep mine'))}
          {side(one, 'theirs', t('Theirs'), t('Keep theirs'))}
        </section>
      ))}
    </Dialog>
  )
}

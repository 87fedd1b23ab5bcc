import { signal } from '@preact/signals'
import { ROOT } from './config.ts'
import { Checkbox } from './parts/field.tsx'
import { t } from './texts.ts'

const KEY = `kalends-keys ${ROOT}`

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

const keys = signal(read())

/** Whether single letters are shortcuts (WCAG 2.1.4). */
export const areKeysOn = (): boolean => keys.value

/** What one device remembers of how somebody works. */
export function Settings() {
  return (
    <details class="settings">
      <summary>{t('Keyboard')}</summary>
      <div>
        <Checkbox
          label={t('Single-letter keys')}
          help={t('n: new event, /: search. Always: Ctrl+Enter publishes, Ctrl+S saves, Ctrl+Z undoes.')}
          checked={keys.value}
          onChange={(isOn) => {
            keys.value = isOn
            try {
              localStorage.setItem(KEY, isOn ? 'on' : 'off')
            } catch {
              // It lasts until the page is closed.
            }
          }}
        />
      </div>
    </details>
  )
}

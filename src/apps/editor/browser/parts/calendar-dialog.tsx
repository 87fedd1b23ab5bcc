import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { plusDays, plusMonths, weekdayOf } from '../dates/days.ts'
import { dayNumber, longDate, monthName, weekdayName } from '../dates/write.ts'
import { me } from '../session.ts'
import { t } from '../texts.ts'
import { Dialog } from './dialog.tsx'

/** All days of the weeks that a month (`YYYY-MM`) is in. */
export function weeksOf(month: string, weekStart: number): string[][] {
  const first = `${month}-01`
  let day = plusDays(first, -((weekdayOf(first) - weekStart + 7) % 7))
  const end = plusMonths(first, 1)
  const weeks: string[][] = []
  while (day < end) {
    const start = day
    weeks.push(Array.from({ length: 7 }, (_, at) => plusDays(start, at)))
    day = plusDays(day, 7)
  }
  return weeks
}

/** A month to choose a day from, by the date picker dialog of the ARIA authoring practices: one day takes the focus. */
export function CalendarDialog({
  value,
  today,
  onChoose,
  onClose,
}: {
  readonly value: string
  readonly today: string
  readonly onChoose: (day: string) => void
  readonly onClose: () => void
}) {
  const [day, setDay] = useState(value)
  const grid = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  /** The next key can come before this one is drawn. */
  const latest = useRef(value)
  const weekStart = me.value?.start_of_week ?? 1
  const month = day.slice(0, 7)
  useLayoutEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [day])
  const move = (next: string, isKey: boolean) => {
    hasMoved.current = isKey
    latest.current = next
    setDay(next)
  }
  const isRightToLeft = document.documentElement.dir === 'rtl'
  const steps: Readonly<Record<string, (isShift: boolean) => string>> = {
    ArrowLeft: () => plusDays(latest.current, isRightToLeft ? 1 : -1),
    ArrowRight: () => plusDays(latest.current, isRightToLeft ? -1 : 1),
    ArrowUp: () => plusDays(latest.current, -7),
    ArrowDown: () => plusDays(latest.current, 7),
    Home: () => plusDays(latest.current, -((weekdayOf(latest.current) - weekStart + 7) % 7)),
    End: () => plusDays(latest.current, 6 - ((weekdayOf(latest.current) - weekStart + 7) % 7)),
    PageUp: (isShift) => plusMonths(latest.current, isShift ? -12 : -1),
    PageDown: (isShift) => plusMonths(latest.current, isShift ? 12 : 1),
  }
  return (
    <Dialog title={t('Choose date')} onClose={onClose}>
      <div class="month-head">
        <button type="button" onClick={() => move(plusMonths(day, -1), false)}>
          {t('Previous month')}
        </button>
        <strong aria-live="polite">{monthName(month)}</strong>
        <button type="button" onClick={() => move(plusMonths(day, 1), false)}>
          {t('Next month')}
        </button>
      </div>
      <table
        ref={grid}
        role="grid"
        class="days"
        aria-label={monthName(month)}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' || event.key === ' ') && hasMoved.current) {
            event.preventDefault()
            onChoose(latest.current)
            return
          }
          const step = steps[event.key]
          if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return
          event.preventDefault()
          move(step(event.shiftKey), true)
        }}
      >
        <thead>
          <tr>
            {[0, 1, 2, 3, 4, 5, 6].map((at) => (
              <th scope="col" key={at} abbr={weekdayName((weekStart + at) % 7)}>
                {weekdayName((weekStart + at) % 7, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a table with the role grid is a gridcell
                <td key={one} aria-selected={one === day}>
                  <button
                    type="button"
                    tabIndex={one === day ? 0 : -1}
                    data-focus={one === value ? '' : undefined}
                    class={one.startsWith(month) ? '' : 'other'}
                    aria-label={longDate(one)}
                    aria-current={one === today ? 'date' : undefined}
                    onClick={() => onChoose(one)}
                  >
                    {dayNumber(one)}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

import { useSignal } from '@preact/signals'
import type { Status } from '../../../../client.ts'
import { plainText } from '../../../../pages/embed/plain-text.ts'
import { ask, client } from '../api.ts'
import { outcomeText, runAll, type Step } from '../bulk.ts'
import { mayEdit } from '../event/may-edit.ts'
import { attempt, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { addressOf, go, refresh } from '../router.ts'
import { may } from '../session.ts'
import { count, t, text } from '../texts.ts'
import { ChangeDialog } from './change-dialog.tsx'
import type { ListedEvent } from './listed.ts'
import { NotYours } from './not-yours.tsx'

/** What can be done with the events that are selected. */
export function EventActions({
  chosen,
  isWaiting,
  isTrash,
  onDone,
}: {
  readonly chosen: readonly ListedEvent[]
  readonly isWaiting: boolean
  readonly isTrash: boolean
  readonly onDone: () => void
}) {
  const open = useSignal<'change' | 'delete' | undefined>(undefined)
  const progress = useSignal<number | undefined>(undefined)
  if (chosen.length === 0 || !may('write')) return null
  const [first] = chosen
  const own = chosen.filter(mayEdit)
  const hasOwn = own.length > 0

  /** `undoSteps`: absent where there is no way back. */
  async function run(steps: readonly Step[], said: (n: number) => string, undoSteps?: readonly Step[]) {
    progress.value = 0
    await attempt(async () => {
      const outcome = await runAll(steps, (done) => {
        progress.value = done
      })
      const back = undoSteps === undefined ? undefined : () => runAll(undoSteps, () => {})
      say(outcomeText(said, outcome), outcome.done > 0 ? back : undefined)
      onDone()
      refresh.value++
    })
    progress.value = undefined
  }

  const patch = ({ id }: ListedEvent, body: unknown): Step => ({
    method: 'PATCH',
    path: `/events/${id}`,
    body,
  })

  const setStatus = (status: Status, one: string, other: string) => () =>
    void run(
      own.map((event) => patch(event, { status })),
      (n) => count(n, one, other),
      own.map((event) => patch(event, { status: event.status })),
    )

  const trash = () =>
    void run(
      own.map(({ id }) => ({ method: 'DELETE', path: `/events/${id}` })),
      (n) => count(n, '1 event moved to the trash.', '{n} events moved to the trash.'),
      own.map((event) => patch(event, { status: event.status })),
    )

  async function copy() {
    if (chosen.length === 1 && first !== undefined)
      return go(addressOf('/events/new', { copy: String(first.id) }))
    const made: number[] = []
    await attempt(async () => {
      // With the table of fields, which the list does not need.
      const { copiedBody } = await import('../event/copied-body.ts')
      for (const { id } of chosen) {
        const event = await client.events.get(id)
        const { body } = await ask('/events', {
          method: 'POST',
          body: copiedBody(event, may('edit_others')),
        })
        made.push(Number(Reflect.get(Object(body), 'id')))
      }
      say(count(made.length, '1 copy made as a draft.', '{n} copies made as drafts.'), () =>
        runAll(
          made.map((id) => ({ method: 'DELETE', path: `/events/${id}` })),
          () => {},
        ),
      )
      onDone()
      refresh.value++
    })
  }

  const show = (dialog: 'change' | 'delete') => () => {
    open.value = dialog
  }
  const actions: readonly (readonly [label: string, isThere: boolean, act: () => void])[] = isTrash
    ? [
        [
          t('Restore'),
          hasOwn,
          setStatus('draft', text('1 event restored as a draft.'), text('{n} events restored as drafts.')),
        ],
        [t('Delete for good'), hasOwn && may('delete_for_good'), show('delete')],
      ]
    : [
        [
          t('Publish'),
          hasOwn && may('publish') && !isWaiting,
          setStatus('publish', text('1 event published.'), text('{n} events published.')),
        ],
        [
          t('Make draft'),
          hasOwn,
          setStatus('draft', text('1 event is a draft now.'), text('{n} events are drafts now.')),
        ],
        [t('Change…'), hasOwn, show('change')],
        [t('Copy'), true, () => void copy()],
        [t('Move to trash'), hasOwn, trash],
      ]

  return (
    <div class="actions" role="group" aria-label={t('Selected events')}>
      <span>{count(chosen.length, '1 selected', '{n} selected')}</span>
      {actions.map(([label, isThere, act]) =>
        isThere ? (
          <button type="button" key={label} onClick={act}>
            {label}
          </button>
        ) : null,
      )}
      <NotYours n={chosen.length - own.length} />
      {progress.value === undefined ? null : (
        <progress aria-label={t('Progress')} max={chosen.length} value={progress.value} />
      )}
      {open.value === 'delete' ? (
        <Dialog
          title={t('Delete for good')}
          onClose={() => {
            open.value = undefined
          }}
          buttons={
            <button
              type="button"
              class="danger"
              onClick={() => {
                open.value = undefined
                void run(
                  own.map(({ id }) => ({ method: 'DELETE', path: `/events/${id}?force=true` })),
                  (n) => count(n, '1 event deleted for good.', '{n} events deleted for good.'),
                )
              }}
            >
              {t('Delete for good')}
            </button>
          }
        >
          <p>
            {count(
              own.length,
              '1 event will be gone. This cannot be undone.',
              '{n} events will be gone. This cannot be undone.',
            )}
          </p>
          <ul>
            {own.slice(0, 10).map(({ id, title }) => (
              <li key={id}>{plainText(title)}</li>
            ))}
          </ul>
        </Dialog>
      ) : null}
      {open.value === 'change' ? (
        <ChangeDialog
          chosen={own}
          onClose={() => {
            open.value = undefined
          }}
          onApply={(change, back) => {
            open.value = undefined
            void run(
              own.flatMap((event) => {
                const body = change(event)
                return Object.keys(body).length === 0 ? [] : [patch(event, body)]
              }),
              (n) => count(n, '1 event changed.', '{n} events changed.'),
              own.map((event) => patch(event, back(event))),
            )
          }}
        />
      ) : null}
    </div>
  )
}

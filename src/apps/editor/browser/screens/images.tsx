import { useSignal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { Media } from '../../../../client.ts'
import { ask, Refusal } from '../api.ts'
import { listMedia, thumbnailOf, upload } from '../images/media.ts'
import { attempt, complain, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Checkbox, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { Pager } from '../parts/pager.tsx'
import { Title } from '../parts/title.tsx'
import { refresh, route } from '../router.ts'
import { may } from '../session.ts'
import { count, t } from '../texts.ts'

/** Images that were uploaded: what they show, and where they are used. */
export function ImagesScreen() {
  const page = Math.max(1, Number(route.value.query.get('page')) || 1)
  const [search, setSearch] = useState('')
  const { value, trouble, isLoading } = useLoaded((signal) => listMedia(search, page, signal), [search, page])
  const input = useRef<HTMLInputElement>(null)
  const send = (files: FileList | null | undefined) =>
    attempt(async () => {
      for (const file of files ?? []) await upload(file)
      say(t('Uploaded.'))
      refresh.value++
    })
  return (
    <main
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (may('upload')) void send(event.dataTransfer?.files)
      }}
    >
      <Title>{t('Images')}</Title>
      {may('upload') ? (
        <p>
          <button type="button" onClick={() => input.current?.click()}>
            {t('Upload image')}
          </button>
          <input
            ref={input}
            type="file"
            accept="image/*"
            multiple
            hidden
            onChange={({ currentTarget }) => void send(currentTarget.files)}
          />
        </p>
      ) : null}
      <search class="filters">
        <TextField label={t('Search')} type="search" value={search} onChange={setSearch} />
      </search>
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      <div class="scroll" aria-busy={isLoading}>
        <table aria-label={t('Images')} class="cards">
          <thead>
            <tr>
              <th scope="col">{t('Image')}</th>
              <th scope="col">{t('Alternative text')}</th>
              <th scope="col">{t('Size')}</th>
              <th scope="col">{t('Actions')}</th>
            </tr>
          </thead>
          <tbody>
            {(value?.items ?? []).map((image) => (
              <Row key={image.id} image={image} />
            ))}
          </tbody>
        </table>
      </div>
      {value === undefined ? null : (
        <Pager page={page} pages={value.totalPages} total={count(value.total, '1 image', '{n} images')} />
      )}
    </main>
  )
}

function Row({ image }: { readonly image: Media }) {
  const alt = useSignal(image.alt)
  const decorative = useSignal(image.decorative === true)
  /** The records that show it, once the interface has said so. */
  const users = useSignal<number | undefined>(undefined)
  const name = image.title || image.alt || `#${image.id}`
  const keep = () =>
    attempt(async () => {
      if (alt.value === image.alt && decorative.value === (image.decorative === true)) return
      await ask(`/media/${image.id}`, {
        method: 'PATCH',
        body: { alt: decorative.value ? '' : alt.value, decorative: decorative.value },
      })
      say(t('Saved: {title}', { title: name }))
    })
  async function remove(force: boolean): Promise<void> {
    try {
      await ask(`/media/${image.id}`, { method: 'DELETE', query: force ? { force: 'true' } : {} })
      users.value = undefined
      say(t('Deleted: {title}', { title: name }))
      refresh.value++
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== 409) return complain(error)
      const records: unknown = Reflect.get(Object(Reflect.get(Object(error.body), 'data')), 'records')
      users.value = Array.isArray(records) ? records.length : 0
    }
  }
  return (
    <tr>
      <th scope="row">
        <img src={thumbnailOf(image)} alt="" class="thumbnail" />
        {name}
      </th>
      <td>
        <TextField
          label={t('Alternative text')}
          value={alt.value}
          disabled={decorative.value}
          input={{ onBlur: () => void keep() }}
          onChange={(text) => {
            alt.value = text
          }}
        />
        <Checkbox
          label={t('Decorative')}
          checked={decorative.value}
          onChange={(isOn) => {
            decorative.value = isOn
            void keep()
          }}
        />
      </td>
      <td data-label={t('Size')}>
        {image.width} × {image.height}
      </td>
      <td>
        <button
          type="button"
          aria-label={t('Delete {title}', { title: name })}
          onClick={() => void remove(false)}
        >
          {t('Delete')}
        </button>
        {users.value === undefined ? null : (
          <Dialog
            title={t('Delete for good')}
            onClose={() => {
              users.value = undefined
            }}
            buttons={
              <button type="button" class="danger" onClick={() => void remove(true)}>
                {t('Delete for good')}
              </button>
            }
          >
            <p>
              {count(
                users.value,
                '1 record shows this image, and would have none. This cannot be undone.',
                '{n} records show this image, and would have none. This cannot be undone.',
              )}
            </p>
          </Dialog>
        )}
      </td>
    </tr>
  )
}

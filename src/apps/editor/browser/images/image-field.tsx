import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Media } from '../../../../client.ts'
import { client } from '../api.ts'
import type { EventForm } from '../event/form.ts'
import { attempt, say } from '../notices.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Checkbox, TextField } from '../parts/field.tsx'
import { useLoaded } from '../parts/load.ts'
import { may, me } from '../session.ts'
import { t } from '../texts.ts'
import { type About, aboutOf, keepAbout } from './about.ts'
import { listMedia, thumbnailOf, upload } from './media.ts'

/** Drop, paste or choose an image; or an address, where the calendar takes no uploads. */
export function ImageField({ form }: { readonly form: EventForm }) {
  const { image } = form.values.value
  const isOpen = useSignal(false)
  const { about } = form
  const hasImages = me.value?.features.images === true
  useEffect(() => {
    about.value = undefined
    if (!hasImages || image === null || image.id === 0) return
    const abort = new AbortController()
    client.images.get(image.id, { signal: abort.signal }).then(
      (media) => {
        about.value = aboutOf(media)
      },
      // An image of elsewhere has nothing to say here.
      () => {},
    )
    return () => abort.abort()
  }, [image?.id])

  const take = (media: Media) => {
    const { id, url, width, height } = media
    isOpen.value = false
    form.set('image', { id, url, width, height, extension: '', filesize: 0 })
    about.value = aboutOf(media)
  }
  const describe = (change: Partial<Pick<About, 'alt' | 'decorative'>>) => {
    const current = about.value
    if (current !== undefined) about.value = { ...current, ...change }
  }
  const keep = () => void attempt(() => keepAbout(form.about))

  if (!hasImages) {
    return (
      <div data-key="image">
        <TextField
          label={t('Image address')}
          value={image?.url ?? ''}
          fault={form.faults.value.image}
          onChange={(url) =>
            form.set(
              'image',
              url === '' ? null : { url, id: 0, extension: '', width: 0, height: 0, filesize: 0 },
            )
          }
        />
      </div>
    )
  }
  return (
    <div class="wide image" data-key="image">
      {image === null ? null : <img src={image.url} alt="" class="thumbnail" />}
      <div class="buttons">
        <button
          type="button"
          onClick={() => {
            isOpen.value = true
          }}
        >
          {t('Choose image')}
        </button>
        {image === null ? null : (
          <button type="button" onClick={() => form.set('image', null)}>
            {t('Remove image')}
          </button>
        )}
      </div>
      {form.faults.value.image === undefined ? null : <p class="fault">{form.faults.value.image}</p>}
      {about.value === undefined ? null : (
        <>
          <TextField
            label={t('Alternative text')}
            help={t('What the image shows, for people who do not see it.')}
            value={about.value.alt}
            disabled={about.value.decorative}
            onChange={(alt) => describe({ alt })}
            input={{ onBlur: keep }}
          />
          <Checkbox
            label={t('Decorative')}
            checked={about.value.decorative}
            onChange={(decorative) => {
              describe({ decorative })
              keep()
            }}
          />
        </>
      )}
      {isOpen.value ? (
        <ImageDialog
          onChoose={take}
          onClose={() => {
            isOpen.value = false
          }}
        />
      ) : null}
    </div>
  )
}

function ImageDialog({
  onChoose,
  onClose,
}: {
  readonly onChoose: (image: Media) => void
  readonly onClose: () => void
}) {
  const search = useSignal('')
  const isBusy = useSignal(false)
  const input = useRef<HTMLInputElement>(null)
  const { value, trouble } = useLoaded((signal) => listMedia(search.value, 1, signal), [search.value])
  const send = async (file: File | undefined) => {
    if (file === undefined || isBusy.value) return
    isBusy.value = true
    await attempt(async () => {
      const image = await upload(file)
      say(t('Uploaded: {name}', { name: file.name }))
      onChoose(image)
    })
    isBusy.value = false
  }
  return (
    <Dialog title={t('Choose image')} onClose={onClose}>
      <section
        aria-label={t('Upload')}
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          void send(event.dataTransfer?.files[0])
        }}
        onPaste={(event) => void send(event.clipboardData?.files[0])}
      >
        {may('upload') ? (
          <>
            <button type="button" disabled={isBusy.value} onClick={() => input.current?.click()}>
              {t('Upload image')}
            </button>
            <p class="help">{t('Or drop or paste it here.')}</p>
          </>
        ) : (
          <p class="help">{t('You may choose an image. Authors and editors upload new ones.')}</p>
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          onChange={({ currentTarget }) => void send(currentTarget.files?.[0])}
        />
        {isBusy.value ? <p role="status">{t('Loading …')}</p> : null}
      </section>
      <TextField
        label={t('Search images')}
        type="search"
        value={search.value}
        onChange={(text) => {
          search.value = text
        }}
      />
      {trouble === undefined ? null : <p class="fault">{trouble}</p>}
      <ul class="gallery" aria-label={t('Images')}>
        {(value?.items ?? []).map((image) => (
          <li key={image.id}>
            <button type="button" onClick={() => onChoose(image)}>
              <img src={thumbnailOf(image)} alt={image.alt || image.title || `#${image.id}`} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

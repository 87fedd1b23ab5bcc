import type { Signal } from '@preact/signals'
import type { Media } from '../../../../client.ts'
import { client } from '../api.ts'

/*
 * What people are told who do not see the image of an event. It is of the image, and so the same wherever that is shown.
 */

/** `kept`: as the calendar has it. */
export interface About {
  readonly id: number
  readonly alt: string
  readonly decorative: boolean
  readonly kept: string
}

const wordsOf = ({ alt, decorative }: Pick<About, 'alt' | 'decorative'>): string =>
  JSON.stringify(decorative ? ['', true] : [alt.trim(), false])

export const aboutOf = ({ id, alt, decorative }: Media): About => ({
  id,
  alt,
  decorative,
  kept: wordsOf({ alt, decorative }),
})

/** Sends what was typed and is not kept yet: when the field is left, and before the event is saved. */
export async function keepAbout(shown: Signal<About | undefined>): Promise<void> {
  const about = shown.value
  if (about === undefined) return
  const { id, alt, decorative } = about
  const words = wordsOf(about)
  if (words === about.kept) return
  shown.value = { ...about, kept: words }
  try {
    await client.images.update(id, { alt: decorative ? '' : alt.trim(), decorative })
  } catch (error) {
    if (shown.value?.id === id) shown.value = { ...shown.value, kept: about.kept }
    throw error
  }
}

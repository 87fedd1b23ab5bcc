import type { Source } from '../../../../client.ts'
import { client } from '../api.ts'
import { say } from '../notices.ts'
import { t } from '../texts.ts'
import { nameOfSource, wordsOfReading } from './sources.ts'
import { troubleWords } from './troubles.ts'

/** Reads a subscription, says what came, and answers how many events are gone there and wait for a word. */
export async function readNow(source: Source, isConfirmed = false): Promise<number> {
  say(t('Reading …'))
  const reading = await client.sources.pull(source.id, { confirm: isConfirmed || undefined })
  const { held = 0, error, more } = reading
  if (error && held === 0) throw new Error(troubleWords(error))
  const words = wordsOfReading(reading)
  say(more ? `${words}. ${t('This takes longer. It goes on by itself.')}` : words)
  return held
}

export async function pause(source: Source): Promise<void> {
  const put = (paused: boolean) => client.sources.update(source.id, { paused })
  await put(!source.paused)
  const words = { title: nameOfSource(source) }
  say(source.paused ? t('Reads again: {title}', words) : t('Paused: {title}', words), () =>
    put(source.paused),
  )
}

import { say } from '../notices.ts'
import { t } from '../texts.ts'
import { nameOfSource, pauseSource, readSource, type Source, wordsOfReading } from './sources.ts'
import { troubleWords } from './troubles.ts'

/** Reads a subscription, says what came, and answers how many events are gone there and wait for a word. */
export async function readNow(source: Source, isConfirmed = false): Promise<number> {
  say(t('Reading …'))
  const reading = await readSource(source.id, { isConfirmed })
  const held = reading?.held ?? 0
  if (reading === undefined) say(t('This takes longer. It goes on by itself.'))
  else if (reading.error && held === 0) throw new Error(troubleWords(reading.error))
  else say(wordsOfReading(reading))
  return held
}

export async function pause(source: Source): Promise<void> {
  await pauseSource(source.id, !source.paused)
  const words = { title: nameOfSource(source) }
  say(source.paused ? t('Reads again: {title}', words) : t('Paused: {title}', words), () =>
    pauseSource(source.id, source.paused),
  )
}

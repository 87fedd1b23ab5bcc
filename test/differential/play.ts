import type { EventsApiOptions } from 'kalends'
import * as z from 'zod'
import type { Storage } from '../../src/storage/contract.ts'
import { type Answer, type Calendar, openCalendar } from '../routes/calendar.ts'
import { Known, type Step } from './steps.ts'
import { BEGINNING } from './times.ts'

const FIELDS = { level: z.enum(['easy', 'hard']), note: z.unknown() }
const CUSTOM_FIELDS = { event: FIELDS, venue: FIELDS, organizer: FIELDS }

/** A calendar on a storage that is played with, step by step. */
export class Player {
  readonly calendar: Calendar
  readonly known = new Known()
  #time = BEGINNING

  constructor(storage: Storage, options: EventsApiOptions = {}) {
    this.calendar = openCalendar({ customFields: CUSTOM_FIELDS, ...options }, storage)
  }

  async play(step: Step): Promise<Answer> {
    this.#time += step.wait * 1000
    this.calendar.setTime(new Date(this.#time).toISOString())
    const { path, init } = this.known.request(step)
    const answer = await this.calendar.send(path, init, step.as)
    this.known.learn(step, answer)
    return answer
  }
}

/** All that an answer says, as one text: status, header fields, body. */
export function transcript({ status, headers, text }: Answer): string {
  const lines = [...headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`)
  return [status, ...lines, '', text].join('\n')
}

import type { EventsApi, EventsApiOptions } from 'kalends'

export const NOW: string
export const OPTIONS: EventsApiOptions
export function makeCalendar(api: EventsApi, importFile: (text: string) => Promise<unknown>): Promise<void>
export function urls(): [who: string, url: string][]
export function answerOf(api: EventsApi, who: string, url: string): Promise<string>

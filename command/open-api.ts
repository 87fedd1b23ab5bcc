import { createEventsApi, type EventsApi, type EventsApiOptions } from 'kalends'
import type { Storage } from 'kalends/storage/contract'
import { messageOf, printFault, UsageError } from './usage.ts'

/** The API of a command. What it refuses of the options was given on the command line. */
export function openApi(storage: Storage, options: EventsApiOptions): EventsApi {
  try {
    return createEventsApi(storage, {
      ...options,
      onError: (error, request) => printFault(error, `${request.method} ${request.url}`),
    })
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) throw new UsageError(messageOf(error))
    throw error
  }
}

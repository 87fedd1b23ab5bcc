import type { Json } from './json.ts'

/*
 * An answer that begins before it is known: server-sent events. Only a tool that tells how far it is needs one; all other
 * answers are one JSON text.
 */

const encoder = new TextEncoder()

export interface Notices {
  /** Resolves with the first notice. */
  readonly begun: Promise<'begun'>
  readonly send: (notice: Json) => void
  /** The stream of all notices, and of the answer at its end. */
  readonly stream: (answer: Promise<Json>, canceled: () => void) => ReadableStream<Uint8Array>
}

/** Notices that may wait for a client who reads nothing. Later ones are dropped: they are about progress alone. */
const MOST = 100

export function notices(): Notices {
  const waiting: Json[] = []
  let begin: (value: 'begun') => void = () => {}
  let write: ((message: Json) => void) | undefined
  const begun = new Promise<'begun'>((resolve) => {
    begin = resolve
  })
  return {
    begun,
    send: (notice) => {
      if (write !== undefined) write(notice)
      else if (waiting.length < MOST) waiting.push(notice)
      begin('begun')
    },
    stream: (answer, canceled) => {
      let isOpen = true
      return new ReadableStream<Uint8Array>(
        {
          start: (controller) => {
            const put = (message: Json) =>
              controller.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`))
            for (const notice of waiting) put(notice)
            write = (notice) => {
              if (isOpen && (controller.desiredSize ?? 0) > 0) put(notice)
            }
            void answer.then((message) => {
              if (!isOpen) return
              isOpen = false
              put(message)
              controller.close()
            })
          },
          cancel: () => {
            isOpen = false
            canceled()
          },
        },
        { highWaterMark: MOST * 2 },
      )
    },
  }
}

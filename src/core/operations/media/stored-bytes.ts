/** The bytes from `from` up to and including `to`. */
export interface Range {
  readonly from: number
  readonly to: number
}

/**
 * The bytes of a range of what a store gives, without holding others. Never more: a client would read the rest as an answer
 * of its own. If there are fewer, or nothing comes for `silence` milliseconds, the stream fails, and with it the
 * connection: the next answer on it would count into this file, which is cached for a year. Rejects if it fails before
 * the first byte.
 */
export async function storedBytes(
  bytes: ReadableStream<Uint8Array>,
  { from, to }: Range,
  silence: number,
): Promise<ReadableStream<Uint8Array>> {
  const reader = bytes.getReader()
  let at = 0
  const leave = () => void reader.cancel().catch(() => {})

  async function next(): Promise<Uint8Array> {
    for (;;) {
      const { done, value } = await inTime(reader.read(), silence)
      if (done) throw new Error(`the store of images gave ${at} bytes of a file, and not up to byte ${to}`)
      const start = at
      at += value.length
      if (at > from) return value.subarray(Math.max(from - start, 0), Math.max(to + 1 - start, 0))
    }
  }

  async function send(controller: ReadableStreamDefaultController<Uint8Array>, piece: Uint8Array) {
    controller.enqueue(piece)
    if (at <= to) return
    controller.close()
    leave()
  }

  try {
    const first = await next()
    return new ReadableStream({
      start: (controller) => send(controller, first),
      async pull(controller) {
        try {
          await send(controller, await next())
        } catch (error) {
          leave()
          throw error
        }
      },
      cancel: (reason) => reader.cancel(reason),
    })
  } catch (error) {
    leave()
    throw error
  }
}

function inTime<T>(promise: Promise<T>, milliseconds: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`the store of images gave nothing for ${milliseconds} ms`)),
      milliseconds,
    )
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

import { ApiError } from '../errors.ts'

const RETRY = '5'

/** Why work ended whose client had gone: nobody waits for the answer, and nobody needs to be told. */
export const GONE = new ApiError('rest_unavailable', {
  message: 'The client has gone.',
  headers: { 'retry-after': RETRY },
})

/**
 * What `work` gives, or `rest_timeout` when that takes longer, or `GONE` when the client has gone before. The signal
 * tells work that goes on in vain; whatever comes of it then, nobody hears.
 */
export function within<T>(
  request: Request,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const control = new AbortController()
  return new Promise((resolve, reject) => {
    const end = (reason: ApiError) => {
      stop()
      control.abort(reason)
      reject(reason)
    }
    const leave = () => end(GONE)
    const late = () => end(new ApiError('rest_timeout', { headers: { 'retry-after': RETRY } }))
    const timer = setTimeout(late, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', leave)
    }
    request.signal.addEventListener('abort', leave, { once: true })
    if (request.signal.aborted) leave()
    else work(control.signal).finally(stop).then(resolve, reject)
  })
}

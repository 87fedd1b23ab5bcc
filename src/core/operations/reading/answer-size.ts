import { ApiError } from '../../../errors.ts'
import type { SizeLimit } from '../../mount/request.ts'

/**
 * Limits the memory that one answer takes. Characters are counted when records are loaded, and again when they are
 * written, before they are joined into one text. Above `most`, the answer is refused. A character is at least one byte;
 * the bytes of the finished text are checked at the end.
 */
export class AnswerSize implements SizeLimit {
  readonly #most: number
  #loaded = 0
  #written = 0

  /** `most`: bytes. */
  constructor(most: number) {
    this.#most = most
  }

  load(data: string): void {
    this.#loaded += data.length
    if (this.#loaded > this.#most) throw responseTooLarge(this.#most)
  }

  write(...parts: readonly string[]): void {
    for (const part of parts) this.#written += part.length
    if (this.#written > this.#most) throw responseTooLarge(this.#most)
  }
}

export const responseTooLarge = (most: number): ApiError =>
  new ApiError('rest_response_too_large', {
    message: `The answer would be larger than ${most} bytes. Of a list, ask for fewer records with per_page.`,
  })

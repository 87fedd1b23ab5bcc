import { withoutDirections } from '../html/html.ts'

/** One line: whoever writes it into the header of a mail adds no other, and no control of the direction of text. */
export const oneLine = (text: string): string =>
  withoutDirections(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

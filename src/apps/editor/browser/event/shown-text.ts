import { plainText } from '../../../../pages/embed/plain-text.ts'

/** A title or an excerpt that holds elements is shown, and edited, as its source. */
export const shownText = (html: string): string => (isSource(html) ? html : plainText(html))

export const isSource = (html: string): boolean => html.includes('<')

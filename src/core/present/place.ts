import { htmlToText } from '../domain/html/html.ts'
import type { VenueRecord } from '../domain/records/records.ts'

const joined = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator)

/** Name and address of a venue as one line of plain text. */
export const placeOf = ({ venue, address, city, stateprovince, zip, country }: VenueRecord): string =>
  joined(', ', htmlToText(venue), address, city, joined(' ', stateprovince, zip), country)

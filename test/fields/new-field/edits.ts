/*
 * What somebody writes who adds three fields: `accessible` and `level` of events, `capacity` of venues. The lines go
 * before the first line of the file that begins with `before`, after the line `below` where there is one.
 */

export interface Edit {
  readonly file: string
  readonly below?: string
  readonly before: string
  readonly lines: readonly string[]
}

const row = (opening: string, facts: readonly string[], end: string) => [
  `  ${opening}`,
  ...facts.map((fact) => `    ${fact},`),
  `  ${end},`,
]

const SHOWN = ['secret: true', 'follows: true']

export const EDITS: Readonly<Record<string, readonly Edit[]>> = {
  accessible: [
    {
      file: 'src/core/fields/event.ts',
      before: '  post_parent:',
      lines: row('accessible: flag({', [...SHOWN, "filter: 'No steps?'", "ics: 'X-ACCESSIBLE'"], '})'),
    },
    {
      file: 'src/core/fields/event-outside.ts',
      before: '}',
      lines: row(
        'accessible: {',
        [
          ...["about: 'No steps?'", "csv: ['Accessible']", "old: 'accessible'"],
          ...['copied: true', 'said: false', "label: 'Accessible'"],
        ],
        '}',
      ),
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface EventInput',
      before: '  post_parent?:',
      lines: ['  accessible?: Flag | undefined'],
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface Event<',
      before: '  post_parent:',
      lines: ['  accessible: boolean | null'],
    },
  ],
  level: [
    {
      file: 'src/core/fields/event.ts',
      before: '  post_parent:',
      lines: row(
        "level: word(['any', 'easy', 'hard'])({",
        [...SHOWN, "filter: 'For whom?'", "ics: 'X-LEVEL'"],
        '})',
      ),
    },
    {
      file: 'src/core/fields/event-outside.ts',
      before: '}',
      lines: row(
        'level: {',
        [
          ...["about: 'For whom?'", "csv: ['Level']", 'old: null'],
          ...['copied: true', 'said: true', "label: 'Level'"],
        ],
        '}',
      ),
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface EventInput',
      before: '  post_parent?:',
      lines: ['  level?: string | null | undefined'],
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface Event<',
      before: '  post_parent:',
      lines: ["  level: 'any' | 'easy' | 'hard' | null"],
    },
  ],
  capacity: [
    { file: 'src/core/fields/venue.ts', before: 'import {', lines: ["import { count } from './row.ts'"] },
    { file: 'src/core/fields/venue.ts', before: '  stateprovince:', lines: ['  capacity: count({}),'] },
    {
      file: 'src/core/fields/venue-outside.ts',
      before: '}',
      lines: row('capacity: {', ["about: 'Seats.'", "csv: ['Venue Capacity']", "old: 'capacity'"], '}'),
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface VenueInput',
      before: '  stateprovince?:',
      lines: ['  capacity?: number | string | null | undefined'],
    },
    {
      file: 'src/types/records.ts',
      below: 'export interface PlainVenue',
      before: '  stateprovince?:',
      lines: ['  capacity?: number'],
    },
  ],
}

/** The text with the lines of an edit. Throws where it has no such place. */
export function withEdit(text: string, { file, below = '', before, lines }: Edit): string {
  const all = text.split('\n')
  const from = all.findIndex((line) => line.startsWith(below))
  const at = all.findIndex((line, index) => index >= from && line.startsWith(before))
  if (from < 0 || at < 0) throw new Error(`${file} has no place for ${lines.join(' ')}`)
  return all.toSpliced(at, 0, ...lines).join('\n')
}

import * as z from 'zod/mini'
import { field } from './field.ts'
import { fieldOr } from './field-or.ts'
import { authors, pageShape, search } from './lists.ts'
import { schemaUnder } from './rules.ts'
import { flag } from './wire.ts'
import { clearableLine } from './wire-body.ts'

/** What an image says about itself. */
export const mediaSchema = schemaUnder(({ limits }) =>
  z.object({
    alt: field(clearableLine(limits.line), {
      type: 'string',
      description: 'What the image shows, for people who do not see it.',
    }),
    title: field(clearableLine(limits.line), {
      type: 'string',
      description: 'For lists of images. Default: the name of the file.',
    }),
    decorative: field(flag, {
      type: 'boolean',
      description: 'Whether it only decorates; then it has no alternative text.',
    }),
  }),
)

/** The parameters of a deletion. */
export const mediaRemoveSchema = schemaUnder(() =>
  z.object({
    force: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description: 'true: also if records of the caller show it; they then have no image.',
    }),
  }),
)

export const mediaListSchema = schemaUnder(({ limits }) =>
  z.object({
    ...pageShape(limits),
    search: search(limits, 'Words of its title, its alternative text or the name of its file.'),
    author: authors(limits),
  }),
)

export type MediaFields = z.output<ReturnType<typeof mediaSchema>>
export type MediaListFields = z.output<ReturnType<typeof mediaListSchema>>
export type MediaRemoval = z.output<ReturnType<typeof mediaRemoveSchema>>

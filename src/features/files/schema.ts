import * as z from 'zod/mini'
import { field } from '../../core/schema/field.ts'
import { fieldOr } from '../../core/schema/field-or.ts'
import { schemaUnder } from '../../core/schema/rules.ts'
import { filledText, flag } from '../../core/schema/wire.ts'

/** Characters of the name of an encoding: the longest has about twenty. */
const ENCODING_LENGTH = 40

/** The parameters of an import, in the URL or beside the file. */
export const importSchema = schemaUnder(() =>
  z.object({
    dry_run: fieldOr(flag, {
      type: 'boolean',
      default: false,
      client: 'boolean',
      description:
        'true: nothing is written, and the response has the same figures, with the events in the file.',
    }),
    format: field(z.enum(['ics', 'csv'], 'must be ics or csv'), {
      type: 'string',
      client: "'ics' | 'csv'",
      description: 'Format of the file. Default: by its content type, or by its content.',
    }),
    encoding: field(filledText(ENCODING_LENGTH), {
      type: 'string',
      description:
        'Encoding of the file, such as windows-1252. Default: UTF-8, or UTF-16 with a byte order mark.',
    }),
  }),
)

export type ImportFields = z.output<ReturnType<typeof importSchema>>

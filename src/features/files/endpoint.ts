import { ownEndpoint } from '../../core/routing.ts'
import { ANSWERS } from './answers.ts'
import { importSchema } from './schema.ts'

/** With the readers of files. */
const importing = () => import('./import-upload.ts')

export const importFile = ownEndpoint({
  operation: 'importFile',
  about: () => ({
    tag: 'Import',
    summary: 'Brings the events, venues or organizers of a file.',
    answer: { name: 'FileImportReport', schema: ANSWERS.FileImportReport },
    success: 200,
    errors: ['rest_missing_callback_param', 'rest_invalid_param', 'rest_unsupported_media_type'],
  }),
  isAlone: true,
  files: ['text/calendar', 'text/csv'],
  upload: {
    together: ({ uploads }) => uploads,
    read: async (...args) => (await importing()).readImport(...args),
  },
  query: importSchema,
  run: async (context, fields) => {
    const { importUpload } = await importing()
    const answer = await importUpload(context, fields)
    return { ...answer, content: JSON.stringify(answer.content) }
  },
})

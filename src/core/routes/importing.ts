import { importSchema } from '../schema/import.ts'
import { endpoint } from './route.ts'

/** With the readers of files. */
const importing = () => import('../operations/importing/import-upload.ts')

export const importFile = endpoint({
  operation: 'importFile',
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

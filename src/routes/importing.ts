import { importSchema } from '../schema/import.ts'
import { createEvent, deleteEvent, updateEvent } from './event-writes.ts'
import { organizerWrites, venueWrites } from './linked-writes.ts'
import { endpoint } from './route.ts'
import { categoryWrites, tagWrites } from './term-writes.ts'

/** With the readers of files. */
const importing = () => import('../operations/importing/import-upload.ts')

/** Each record of the file goes through the endpoint that writes it. */
const ENDPOINTS = {
  event: { create: createEvent, update: updateEvent, remove: deleteEvent },
  venue: venueWrites,
  organizer: organizerWrites,
  categories: categoryWrites,
  tags: tagWrites,
}

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
    const answer = await importUpload(context, fields, ENDPOINTS)
    return { ...answer, content: JSON.stringify(answer.content) }
  },
})

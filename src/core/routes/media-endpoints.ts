import { removeMedia, updateMedia as update } from '../operations/media/change-media.ts'
import { listMedia as list, readOneMedia } from '../operations/media/list-media.ts'
import { readUpload } from '../operations/media/read-upload.ts'
import { serveMedia } from '../operations/media/serve-media.ts'
import { uploadMedia as upload } from '../operations/media/upload-media.ts'
import { mediaListSchema, mediaRemoveSchema, mediaSchema } from '../schema/media.ts'
import { endpoint } from './route.ts'

/* The endpoints of images, with their operations. Loaded with the first request for one. */

export const listMedia = endpoint({
  operation: 'listMedia',
  input: mediaListSchema,
  run: list,
})

export const uploadMedia = endpoint({
  operation: 'uploadMedia',
  isAlone: true,
  upload: { together: ({ images }) => images, read: readUpload },
  input: mediaSchema,
  run: upload,
})

export const readMedia = endpoint({
  operation: 'readMedia',
  run: readOneMedia,
})

export const updateMedia = endpoint({
  operation: 'updateMedia',
  isDivided: true,
  headers: ['If-Match', 'If-None-Match'],
  input: mediaSchema,
  run: update,
})

export const deleteMedia = endpoint({
  operation: 'deleteMedia',
  isDivided: true,
  headers: ['If-Match', 'If-None-Match'],
  input: mediaRemoveSchema,
  run: removeMedia,
})

export const readMediaFile = endpoint({
  operation: 'readMediaFile',
  isAlone: true,
  // Never called, because the answer is no text.
  run: () => Promise.reject(new TypeError('a file is served, not run')),
  serve: serveMedia,
})

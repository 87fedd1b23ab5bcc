import type { AboutEndpoint } from '../../schema/described.ts'

export const MEDIA = {
  listMedia: {
    tag: 'Images',
    summary: 'Images that were uploaded, the latest first: those of the caller, or of all for editors.',
    answer: 'MediaList',
    success: 200,
    errors: ['rest_invalid_param'],
  },
  uploadMedia: {
    tag: 'Images',
    summary: 'Stores an image, without its metadata: a PNG, JPEG, GIF, WebP or AVIF.',
    answer: 'Media',
    success: 201,
    errors: ['rest_missing_callback_param', 'rest_invalid_param'],
  },
  readMedia: {
    tag: 'Images',
    summary: 'One image, for its author and for editors.',
    answer: 'Media',
    success: 200,
    errors: ['rest-image-not-found'],
  },
  updateMedia: {
    tag: 'Images',
    summary: 'Changes what an image says. Records that show it follow.',
    answer: 'Media',
    success: 200,
    errors: ['rest_invalid_param', 'rest-image-not-found', 'rest_precondition_failed'],
  },
  deleteMedia: {
    tag: 'Images',
    summary: 'Deletes an image for good, if no record shows it.',
    answer: 'Media',
    success: 200,
    errors: ['rest_invalid_param', 'rest-image-not-found', 'rest_image_in_use', 'rest_precondition_failed'],
  },
  readMediaFile: {
    tag: 'Images',
    summary: 'The file of an image, whole or a range of its bytes.',
    answer: 'image/*',
    success: 200,
    errors: ['rest-image-not-found'],
  },
} as const satisfies Record<string, AboutEndpoint>

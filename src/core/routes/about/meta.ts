import type { AboutEndpoint } from '../../schema/described.ts'

export const META = {
  readIndex: {
    tag: 'About',
    summary: 'The routes of the namespace, their methods and arguments.',
    answer: 'Index',
    success: 200,
    errors: ['rest_invalid_namespace'],
  },
  readMe: {
    tag: 'About',
    summary: 'Who asks, what they may do, and what this calendar has.',
    answer: 'Me',
    success: 200,
    errors: [],
  },
  readDocumentation: {
    tag: 'About',
    summary: 'This document: OpenAPI 3.1.',
    answer: 'Documentation',
    success: 200,
    errors: [],
  },
  listChanges: {
    tag: 'Changes',
    summary: 'All records, or those that have changed since a token.',
    answer: 'ChangeList',
    success: 200,
    errors: ['rest_sync_token_expired'],
  },
  runBatch: {
    tag: 'Batch',
    summary: 'Many requests in one.',
    answer: 'BatchResponses',
    success: 207,
    errors: ['rest_missing_callback_param'],
  },
} as const satisfies Record<string, AboutEndpoint>

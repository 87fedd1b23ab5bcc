import {
  addSource,
  changeSource,
  readOneSource,
  removeSource,
  showSources,
} from '../operations/sources/change-sources.ts'
import { followAgain, pullNow } from '../operations/sources/pull-now.ts'
import { eventWriter } from '../present/event-json.ts'
import { writtenJson } from '../present/json.ts'
import {
  pullSchema,
  sourceCreateSchema,
  sourceListSchema,
  sourceRemoveSchema,
  sourceSchema,
} from '../schema/sources.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/* The endpoints of calendars from elsewhere, with their operations. Loaded with the first request for one. */

export const listSources = endpoint({ operation: 'listSources', input: sourceListSchema, run: showSources })

export const createSource = endpoint({
  operation: 'createSource',
  isDivided: true,
  input: sourceSchema,
  query: sourceCreateSchema,
  required: ['url'],
  run: addSource,
})

export const readSource = endpoint({ operation: 'readSource', run: readOneSource })

export const updateSource = endpoint({
  operation: 'updateSource',
  isDivided: true,
  headers: ['If-Match', 'If-None-Match'],
  input: sourceSchema,
  run: changeSource,
})

export const deleteSource = endpoint({
  operation: 'deleteSource',
  isDivided: true,
  headers: ['If-Match', 'If-None-Match'],
  input: sourceRemoveSchema,
  run: removeSource,
})

export const pullSource = endpoint({
  operation: 'pullSource',
  isAlone: true,
  query: pullSchema,
  run: pullNow,
})

export const followSource = endpoint({
  operation: 'followSource',
  headers: ['If-Match', 'If-None-Match'],
  run: inFormat(followAgain, writtenJson(eventWriter)),
})

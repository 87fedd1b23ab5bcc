import { createTerm, deleteTerm, updateTerm } from '../operations/terms/write-term.ts'
import { writtenJson } from '../present/json.ts'
import { termWriter } from '../present/record-json.ts'
import { categoryBody, tagBody } from '../schema/bodies.ts'
import { termRemoveSchema } from '../schema/event-scope.ts'
import type { TermFields } from '../schema/terms.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/** Categories and tags are written in the same way. */
function termWrites(
  kind: 'category' | 'tag',
  name: 'Category' | 'Tag',
  input: typeof categoryBody | typeof tagBody,
) {
  const create = endpoint({
    operation: `create${name}`,
    headers: ['Idempotency-Key'],
    input,
    required: ['name'],
    run: inFormat(
      (context, fields: TermFields) => createTerm(kind, context, fields),
      writtenJson(termWriter),
    ),
  })
  const update = endpoint({
    operation: `update${name}`,
    headers: ['If-Match', 'If-None-Match'],
    input,
    run: inFormat(
      (context, fields: TermFields) => updateTerm(kind, context, fields),
      writtenJson(termWriter),
    ),
  })
  const remove = endpoint({
    operation: `delete${name}`,
    headers: ['If-Match', 'If-None-Match'],
    input: termRemoveSchema,
    run: inFormat((context) => deleteTerm(kind, context), writtenJson(termWriter)),
  })
  return { create, update, remove }
}

export const categoryWrites = termWrites('category', 'Category', categoryBody)
export const tagWrites = termWrites('tag', 'Tag', tagBody)

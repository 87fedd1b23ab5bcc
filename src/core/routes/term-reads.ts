import { askedOfTerms } from '../operations/asked.ts'
import { listTerms } from '../operations/terms/list-terms.ts'
import { readTerm } from '../operations/terms/read-term.ts'
import { pageJson, readJson } from '../present/json.ts'
import { termWriter } from '../present/record-json.ts'
import { type ReadFields, readSchema } from '../schema/lists.ts'
import { categoryListSchema, type TermListFields, tagListSchema } from '../schema/other-lists.ts'
import { inFormat } from './formats.ts'
import { endpoint } from './route.ts'

/** Categories and tags are read in the same way. */
function termReads(
  kind: 'category' | 'tag',
  name: 'Category' | 'Tag',
  collection: 'Categories' | 'Tags',
  input: typeof categoryListSchema | typeof tagListSchema,
) {
  const list = endpoint({
    operation: `list${collection}`,
    input,
    run: inFormat(
      (context, fields: TermListFields) => listTerms(kind, context, fields),
      pageJson(kind, termWriter),
      async (_page, { _fields }) => askedOfTerms(_fields),
    ),
  })
  const read = endpoint({
    operation: `read${name}`,
    input: readSchema,
    run: inFormat(
      (context, _fields: ReadFields) => readTerm(kind, context),
      readJson(termWriter),
      async (_view, { _fields }) => askedOfTerms(_fields),
    ),
  })
  return { list, read }
}

export const categoryReads = termReads('category', 'Category', 'Categories', categoryListSchema)
export const tagReads = termReads('tag', 'Tag', 'Tags', tagListSchema)

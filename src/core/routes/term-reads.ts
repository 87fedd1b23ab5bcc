import { pickAsked } from '../operations/asked.ts'
import { listTerms } from '../operations/terms/list-terms.ts'
import { readTerm } from '../operations/terms/read-term.ts'
import { pageJson, readJson } from '../present/json.ts'
import { termWriter } from '../present/record-json.ts'
import { readSchema } from '../schema/lists.ts'
import { categoryListSchema, type TermListFields, tagListSchema } from '../schema/other-lists.ts'
import { inFormat, withFields } from './formats.ts'
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
    run: withFields(
      pickAsked,

      inFormat(
        (context, fields: TermListFields) => listTerms(kind, context, fields),
        pageJson(kind, termWriter),
      ),
      collection.toLowerCase(),
    ),
  })
  const read = endpoint({
    operation: `read${name}`,
    input: readSchema,
    run: withFields(
      pickAsked,
      inFormat((context) => readTerm(kind, context), readJson(termWriter)),
    ),
  })
  return { list, read }
}

export const categoryReads = termReads('category', 'Category', 'Categories', categoryListSchema)
export const tagReads = termReads('tag', 'Tag', 'Tags', tagListSchema)

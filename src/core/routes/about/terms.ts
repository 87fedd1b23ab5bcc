import type { ErrorCode } from '../../../errors.ts'
import type { AboutEndpoint } from '../../schema/described.ts'

/** What is said of categories is said of tags. `E`: the errors of writes that only one of them has. */
const termAbout = <K extends 'category' | 'tag', N extends 'Category' | 'Tag', E extends ErrorCode = never>(
  kind: K,
  name: N,
  tag: 'Categories' | 'Tags',
  ...own: readonly E[]
) =>
  ({
    list: {
      tag,
      summary: `${tag} by name; without hide_empty=0 those that published events have.`,
      answer: `${name}List`,
      success: 200,
      errors: ['rest_invalid_param'],
    },
    create: {
      tag,
      summary: `Creates a ${kind}.`,
      answer: 'Term',
      success: 201,
      errors: [
        'rest_missing_callback_param',
        'rest_invalid_param',
        'rest_idempotency_key_reused',
        'empty_term_name',
        'term_exists',
        `rest-${kind}-not-found`,
        ...own,
      ],
    },
    read: {
      tag,
      summary: `One ${kind}.`,
      answer: 'Term',
      success: 200,
      errors: ['rest_invalid_param', `rest-${kind}-not-found`, 'rest_merged'],
    },
    update: {
      tag,
      summary: `Changes the fields of a ${kind} that are sent, and keeps the others.`,
      answer: 'Term',
      success: 200,
      errors: [
        'rest_invalid_param',
        `rest-${kind}-not-found`,
        'empty_term_name',
        'duplicate_term_slug',
        'rest_merged',
        'rest_precondition_failed',
        ...own,
      ],
    },
    remove: {
      tag,
      summary: `Deletes a ${kind} for good; its events stay.`,
      answer: 'Term',
      success: 200,
      errors: ['rest_invalid_param', `rest-${kind}-not-found`, 'rest_merged', 'rest_precondition_failed'],
    },
  }) as const satisfies Record<string, AboutEndpoint>

const category = termAbout('category', 'Category', 'Categories')
const tag = termAbout('tag', 'Tag', 'Tags', 'rest_taxonomy_not_hierarchical')

export const TERMS = {
  listCategories: category.list,
  createCategory: category.create,
  readCategory: category.read,
  updateCategory: category.update,
  deleteCategory: category.remove,
  listTags: tag.list,
  createTag: tag.create,
  readTag: tag.read,
  updateTag: tag.update,
  deleteTag: tag.remove,
}

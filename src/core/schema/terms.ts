import * as z from 'zod/mini'
import type { Limits } from '../../types/index.ts'
import { TERM_NAME_LENGTH } from '../domain/text/name-key.ts'
import { field, sentAs } from './field.ts'
import { slugText } from './posts.ts'
import { anyNumber, anyText, filledText, idFrom, Refusal, wire } from './wire.ts'
import { anyList, anyObject, clearableHtml, EMPTIES, idOrNone, refsForm } from './wire-body.ts'

const termShape = (limits: Limits) => ({
  name: field(filledText(TERM_NAME_LENGTH), {
    type: 'string',
    description: 'Plain text; tags are stripped.',
  }),
  description: field(clearableHtml(limits.text), { type: 'string', description: 'HTML; it is sanitized.' }),
  slug: field(slugText(limits), {
    type: 'string',
    description: 'Default: made from the name.',
  }),
  parent: field(idOrNone('a category'), {
    type: 'integer',
    description: 'ID of the parent category; 0 for none.',
  }),
})

export const categorySchema = (limits: Limits) => z.object(termShape(limits))

export function tagSchema(limits: Limits) {
  const { parent: _parent, ...shape } = termShape(limits)
  return z.object(shape)
}

/** Tags have no `parent`. */
export type TermFields = z.output<ReturnType<typeof tagSchema>> &
  Pick<Partial<z.output<ReturnType<typeof categorySchema>>>, 'parent'>

/** A term of an event: by ID, or by name or slug. A name that no term has creates one. */
export type TermRef = { readonly id: number } | { readonly name: string }

/** The ID of a term in the form of responses. */
const idInside = (part: unknown): number | undefined =>
  typeof part === 'object' && part !== null && 'id' in part ? idFrom(part.id) : undefined

/**
 * The terms of an event: an ID, a name, a comma list of these, or a list in which each entry is one of them,
 * commas included. Empty values mean none; a number that is not an ID is ignored.
 */
export const termRefs = (limits: Limits) =>
  sentAs(
    wire(z.union([...EMPTIES, anyNumber, anyText, anyObject, anyList], 'must be IDs or names'), (value) => {
      if (value === null || value === false || value === 0 || value === '') return []
      const parts: unknown[] = typeof value === 'string' ? value.split(',') : [value].flat()
      if (parts.length > limits.list) return new Refusal(`must have at most ${limits.list} entries`)
      const refs: TermRef[] = []
      for (const part of parts) {
        if (typeof part === 'number' && part >= 0) {
          const id = idFrom(part)
          if (id !== undefined) refs.push({ id })
          continue
        }
        const inside = idInside(part)
        if (inside !== undefined) refs.push({ id: inside })
        if (part === null || inside !== undefined) continue
        if (typeof part !== 'string') return new Refusal('must be IDs or names')
        const text = part.trim()
        if (text.length > TERM_NAME_LENGTH)
          return new Refusal(`names must be at most ${TERM_NAME_LENGTH} characters`)
        if (/^-\d+$/.test(text)) return new Refusal('must be IDs or names')
        const id = idFrom(text)
        if (id !== undefined) refs.push({ id })
        else if (text !== '' && !/^[\d.]+$/.test(text)) refs.push({ name: text })
      }
      return refs
    }),
    refsForm({ type: 'string' }, limits.list),
  )

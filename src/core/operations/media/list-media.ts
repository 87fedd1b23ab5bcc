import { invalidParam } from '../../../errors.ts'
import type { Condition } from '../../../storage/contract.ts'
import { has } from '../../access/policy.ts'
import { authorLabel, IMAGES, mediaOf } from '../../domain/records/media.ts'
import { userKey } from '../../domain/records/user-id.ts'
import { linkedSearchTerms } from '../../domain/text/fold.ts'
import type { Answer, RequestContext } from '../../mount/request.ts'
import { pageLinks } from '../../present/page-links.ts'
import type { MediaListFields } from '../../schema/media.ts'
import { readAuthors } from '../reading/author-filter.ts'
import { linkQuery, pageOf, readPage } from '../reading/pages.ts'
import { findMedia } from './find-media.ts'
import { shownMedia, singleMedia } from './show-media.ts'

/** The images of the caller; of all for who may edit the records of others. The latest first. */
export async function listMedia(context: RequestContext, fields: MediaListFields): Promise<Answer<string>> {
  const { site, caller, problems } = context
  const range = readPage(fields, site)
  const { conditions, authors: author } = readAuthors(fields.author, caller, problems)
  problems.throwIfAny()
  const by = (keys: readonly number[]): Condition<'extra'> => ({ key: 'labels', in: keys.map(authorLabel) })
  const own = has(caller, 'others') || caller === null ? [] : [by([userKey(caller.id)])]
  const asked = conditions.map((one) => by(one.in))
  const text = {
    all: fields.search === undefined ? [] : linkedSearchTerms(fields.search),
    none: [],
    oneField: true,
  }
  const where = [{ key: 'owner', in: [IMAGES] } as const, ...own, ...asked]
  const filter = { where, text }
  if (range.offset > range.deepest) throw invalidParam('page', 'is too deep; narrow the list with filters')
  const [found, total] = await Promise.all([
    site.storage.find('extra', {
      ...filter,
      order: 'id',
      reverse: true,
      limit: range.perPage,
      offset: range.offset,
    }),
    site.storage.count('extra', filter),
  ])
  const records = found.map(mediaOf)
  // Two users can have the same key.
  const shown = has(caller, 'others') ? records : records.filter((one) => one.author === caller?.id)
  const page = pageOf(range, shown, total, linkQuery({ ...fields, author }))
  const content = {
    media: shown.map((record) => shownMedia(record, context)),
    ...pageLinks(`${context.links.api}/media`, page),
    total,
    total_pages: page.total_pages,
  }
  return { status: 200, content: JSON.stringify(content), totals: page }
}

export async function readOneMedia(context: RequestContext): Promise<Answer<string>> {
  context.problems.throwIfAny()
  return singleMedia(await findMedia(context), context)
}

import { COLLECTIONS, type Ids } from '../stock.ts'
import { type Case, create, json, type Theme } from './theme.ts'
import { WRONG } from './values.ts'

const wrongFields =
  (make: (collection: (typeof COLLECTIONS)[number], fields: object, ids: Ids) => Case): Theme =>
  (ids) =>
    COLLECTIONS.flatMap((collection) =>
      Object.entries(WRONG[collection]).flatMap(([name, values]) =>
        values.map((value) => make(collection, { [name]: value }, ids)),
      ),
    )

/** Each wrong value of each field on its own, beside what is needed. */
const creates = wrongFields((collection, fields) => create(collection, fields, 400))

const updates = wrongFields((collection, fields, ids) =>
  json('PATCH', `/${collection}/${ids[collection][0]}`, fields, 400, { as: 'administrator' }),
)

export const FIELDS = { creates, updates }

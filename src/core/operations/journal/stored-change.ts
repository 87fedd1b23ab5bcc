import type { ChangeType } from '../../../types/index.ts'
import type { Caller } from '../../access/policy.ts'
import type { RecordOf } from '../../domain/records/records.ts'
import type { Stored } from '../../domain/records/stored-record.ts'

export type RecordKind = keyof RecordOf

/** A change of one record, as it is stored. */
export interface StoredChange {
  readonly kind: RecordKind
  readonly id: number
  readonly type: ChangeType
  readonly before: Stored | null
  readonly after: Stored | null
  readonly by: Caller
}

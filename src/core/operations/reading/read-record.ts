import type { Storage } from '../../../storage/contract.ts'
import type { RecordOf } from '../../domain/records/records.ts'
import { fromDocument } from '../../domain/records/stored-record.ts'

/** A record as the storage has it now. Nothing checks who may read it. */
export async function readRecord<K extends keyof RecordOf>(
  storage: Storage,
  kind: K,
  id: number,
): Promise<RecordOf[K] | undefined> {
  const [document] = await storage.get(kind, [id])
  return document === undefined ? undefined : fromDocument(kind, document)
}

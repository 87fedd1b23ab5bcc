import type { Status } from '../../../../client.ts'
import { t, text } from '../texts.ts'

const STATUS_NAMES: Readonly<Record<Status, string>> = {
  publish: text('Published'),
  future: text('Scheduled'),
  draft: text('Draft'),
  pending: text('Waiting for approval'),
  private: text('Private'),
  trash: text('Trash'),
}

export const isStatus = (name: string): name is Status => Object.hasOwn(STATUS_NAMES, name)

export const statusName = (status: Status): string => t(STATUS_NAMES[status])

export type {
  Entry,
  KeyRange,
  KeyValueLimits,
  Mutation,
  OrderedKeyValue,
} from './key-value/store.ts'

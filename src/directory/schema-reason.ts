import { enumOf } from '../graphql/enums.ts'
import { lookupReasons } from '../upstreams/directory/lookup.ts'

export const LookupReasonEnum = enumOf(
  'LookupReason',
  Object.keys(lookupReasons),
  Object.fromEntries(Object.entries(lookupReasons).map(([reason, { description }]) => [reason, description])),
)

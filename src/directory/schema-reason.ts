import { enumOf } from '../graphql/enums.ts'
import { lookupReasonChoice } from './view.ts'

export const LookupReasonEnum = enumOf(
  lookupReasonChoice.name,
  lookupReasonChoice.values,
  lookupReasonChoice.descriptions,
)

import { lookupReasonChoice } from '../../src/directory/view.ts'

export const reasonNames = lookupReasonChoice.values

import type { BatchResult } from '../operation/batch.ts'
import { refusalView } from '../operation/refusal-view.ts'
import { objectOf } from './object.ts'

export const RefusalType = objectOf(refusalView)

export const refusalIn = (result: BatchResult<unknown>) => (result.ok ? null : result.error)

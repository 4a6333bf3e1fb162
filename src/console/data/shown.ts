/** What pages of one document hand to their parts. */
import type { OneDocumentQuery } from '#operations'

export type Shown = NonNullable<OneDocumentQuery['document']>
export type Direction = Shown['direction']

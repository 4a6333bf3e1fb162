/** A document that was sent, with what its rules say among its fields. */
import { type Sent, sentDocumentView } from '../../src/exchange/send/view.ts'
import { one } from '../../src/http/answers.ts'

const { shape, present } = one(sentDocumentView)

export const sent = {
  shape,
  present: ({ document, validation }: Sent) => present({ ...document, said: validation }),
}

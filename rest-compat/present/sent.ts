/** A document that was sent, with what its rules say among its fields. */
import { type SentDocument, sentDocumentView } from '../../src/exchange/send/view.ts'
import { one } from '../../src/http/answers.ts'

const { shape, present } = one(sentDocumentView)

export const sent = {
  shape,
  present: ({ document, validation }: SentDocument) => present({ ...document, said: validation }),
}

/** Two organizations that trade: what the stories of several sections begin with. */
import { type Step, get, organization, post, quietly } from '../../../support/story.ts'

/** A company that is on the network; later steps know it by its name. */
export const company = (name: string, vatNumber: string, by = 'me', more: object = {}): Step =>
  quietly(post('/v1/companies', { vatNumber, ...more }, { by, as: name }))

/** The companies `from` of the one who tells, and `to` of the `other`. */
export const trade = (from: string, to: string): readonly Step[] => [
  organization('me'),
  organization('other'),
  company('from', from),
  company('to', to, 'other'),
]

export const lines = [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: '99.50', vatRate: 21 }]
export const terms = { issueDate: '2026-11-20', dueDate: '2026-12-20', currency: 'EUR', buyerReference: 'PO-77' }

/** An invoice that keeps all rules, from `from` to `to` unless told otherwise. */
export const invoice = (number: string, document: object = {}, rest: object = {}): object => ({
  type: 'invoice',
  from: '{from.peppolId}',
  to: '{to.peppolId}',
  document: { number, ...terms, lines, ...document },
  ...rest,
})

/** What the other side has got under a number, as the first of `data`. */
export const arrived = (number: string, as: string, by = 'other'): Step =>
  quietly(get(`/v1/documents?direction=incoming&number=${number}`, { by, as }))

/** Sent, delivered, and found at the other end. */
export const exchange = (name: string, body: object, number = name): readonly Step[] => [
  quietly(post('/v1/documents/send', body, { as: `sent${name}` })),
  arrived(number, `got${name}`),
]

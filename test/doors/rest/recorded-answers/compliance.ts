import { type Step, get, pass, patch, post, quietly, refused } from '../../../support/story.ts'
import { company, exchange, invoice, terms, trade } from './trade.ts'

const french = (number: string): object =>
  invoice(number, {
    businessProcess: 'S1',
    lines: [{ description: 'Consulting', quantity: 10, unit: 'HUR', unitPrice: 100, vatRate: 20 }],
  })
const italian = (number: string, buyer: string): Step =>
  quietly(
    post('/v1/documents/send', {
      type: 'invoice',
      from: '{torino.peppolId}',
      to: `0211:${buyer}`,
      document: {
        ...terms,
        number,
        lines: [{ description: 'Consulenza', quantity: 2, unit: 'HUR', unitPrice: 100, vatRate: 22 }],
        parties: [
          {
            role: 'buyer',
            vatNumber: buyer,
            name: 'Cliente Srl',
            address: { street: 'Via Roma 1', city: 'Torino', postalCode: '10121', country: 'IT' },
          },
        ],
      },
    }),
  )

const inFrance: readonly Step[] = [
  get('/v1/compliance/status'),
  ...exchange('F-1', french('F-1')),
  ...exchange('F-00058', french('F-00058')),
  quietly(
    post(
      '/v1/documents/{gotF-1.data.0.id}/lifecycle',
      { status: 'rejected', reasonCode: 'LEG', reason: 'No' },
      { by: 'other' },
    ),
  ),
  get('/v1/compliance/reports'),
  get('/v1/compliance/reports', { by: 'other' }),
  get('/v1/companies/{from.id}'),
]

const inItaly: readonly Step[] = [
  italian('I-1', 'IT09876543217'),
  // Its interchange system is away at first.
  italian('I-2', 'IT00000000331'),
  get('/v1/documents/number:I-1/lifecycle'),
  pass(3_600_000),
  pass(3_600_000),
  // The others are settled: what comes last is the last error.
  italian('I-3', 'IT00000000305'),
  pass(3_600_000),
  get('/v1/compliance/reports?country=IT&limit=2', { as: 'page' }),
  get('/v1/compliance/reports?country=IT&limit=2&cursor={page.cursor}'),
  get('/v1/compliance/reports?country=IT&status=reported'),
  get('/v1/compliance/reports?country=IT&status=failed'),
  get('/v1/companies/{torino.id}'),
]

const views: readonly Step[] = [
  get('/v1/compliance/status?limit=1', { as: 'page' }),
  get('/v1/compliance/status?limit=1&cursor={page.cursor}'),
  patch('/v1/companies/{torino.id}', { settings: { autoReporting: { IT: false } } }),
  get('/v1/compliance/status?country=IT'),
  get('/v1/compliance/reports?status=failed&companyId={from.id}'),
  get('/v1/compliance/reports?from=2099-01-01'),
  refused('400 INVALID_ENUM: status', get('/v1/compliance/reports?status=lost')),
  get('/v1/compliance/reports/by-day?from=2026-12-14&to=2026-12-16'),
  get('/v1/compliance/reports/by-day?country=IT'),
  refused('400 INVALID_REQUEST: from', get('/v1/compliance/reports/by-day?from=2026-12-16&to=2026-12-15')),
]

const sold = {
  date: '2026-11-20',
  category: 'TLB1',
  vatRate: 20,
  amount: '100.10',
  vatAmount: '20.02',
  reference: 'Z-1',
}

const eReporting: readonly Step[] = [
  post('/v1/compliance/e-reporting/transactions', { companyId: '{from.id}', rows: [sold] }, { as: 'told' }),
  post('/v1/compliance/e-reporting/payments', {
    companyId: '{from.id}',
    rows: [{ date: '2026-11-20', vatRate: 20, amount: 120.12 }],
  }),
  get('/v1/compliance/e-reporting/periods?kind=transactions'),
  get('/v1/compliance/e-reporting/periods/{told.periods.0.id}'),
]

export const compliance: readonly Step[] = [
  ...trade('FR46512500158', 'FR23512600222'),
  company('torino', 'IT03456799091'),
  ...inFrance,
  ...inItaly,
  ...views,
  ...eReporting,
]

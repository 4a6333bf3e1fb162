import { type Step, get, key, organization, post, quietly, refused } from '../../../support/story.ts'
import { company, exchange, invoice, trade } from './trade.ts'

export const stats: readonly Step[] = [
  ...trade('BE0701608126', 'BE0701709480'),
  company('second', 'DE811000021'),
  organization('quiet', 'personal'),
  get('/v1/stats?period=day', { by: 'quiet' }),
  ...exchange('S-1', invoice('S-1')),
  ...exchange(
    'S-2',
    invoice('S-2', { billingReference: 'S-1', billingReferenceDate: '2026-11-20' }, { type: 'credit-note' }),
  ),
  quietly(
    post('/v1/documents/send', invoice('S-3', {}, { from: '{to.peppolId}', to: '{second.peppolId}' }), { by: 'other' }),
  ),
  quietly(post('/v1/documents/send', invoice('S-4', {}, { to: '9930:DE000000420' }))),
  get('/v1/stats'),
  ...['total', 'type', 'country', 'company'].map((by) => get(`/v1/stats?period=week&by=${by}`)),
  get('/v1/stats?period=year&by=type'),
  get('/v1/stats?period=day&companyId={second.id}'),
  key('bound', { scopes: ['stats'], companyId: '{second.id}' }),
  get('/v1/stats?period=day', { by: 'bound' }),
  refused('400 INVALID_ENUM: period', get('/v1/stats?period=decade')),
  get('/v1/stats/insight?period=week'),
  get('/v1/stats/insight?period=day&companyId={second.id}'),
  refused('400 INVALID_DATE: day', get('/v1/stats/insight?period=month&day=2026-13-01')),
]

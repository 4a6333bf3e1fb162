import { type Stage, type Step, get, key, patch, post, quietly, remove, user, refused } from '../../../support/story.ts'
import { company, exchange, invoice, trade } from './trade.ts'

const french = (number: string, rest: object = {}): object =>
  invoice(
    number,
    {
      businessProcess: 'S1',
      lines: [{ description: 'Consulting', quantity: 10, unit: 'HUR', unitPrice: 100, vatRate: 20 }],
    },
    rest,
  )

const collected = { status: 'paid', paymentDate: '2026-11-22', paymentAmount: 1200 }

/** Reports go beside deliveries, and may be told before or after them: here they go alone. */
const reports = (name: string, by: string, FR: boolean): Step =>
  quietly(patch(`/v1/companies/{${name}.id}`, { settings: { autoReporting: { FR } } }, { by }))

/** One of every kind that there is. */
const happening: readonly Step[] = [
  user('ada', { '{me.organizationId}': ['admin'] }, { email: 'ada@example.com' }),
  user('bob', { '{me.organizationId}': ['read'] }, { email: 'bob@example.com' }),
  user('eve', { '{me.organizationId}': ['read'] }),
  quietly(post('/v1/companies/{from.id}/join', {}, { by: 'bob', as: 'first' })),
  quietly(post('/v1/companies/{from.id}/join', {}, { by: 'eve', as: 'second' })),
  quietly(post('/v1/companies/{from.id}/join-requests/{first.id}/accept', {}, { by: 'ada' })),
  quietly(post('/v1/companies/{from.id}/join-requests/{second.id}/reject', {}, { by: 'ada' })),
  reports('from', 'me', false),
  reports('to', 'other', false),
  ...exchange('E-1', french('E-1')),
  ...exchange('E-00058', french('E-00058')),
  quietly(post('/v1/documents/send', french('E-3', { to: '0225:000000420' }))),
  quietly(post('/v1/documents/send', french('E-4', { from: '{to.peppolId}', to: '{from.peppolId}' }), { by: 'other' })),
  reports('from', 'me', true),
  quietly(post('/v1/documents/{gotE-1.data.0.id}/lifecycle', { status: 'under_review' }, { by: 'other' })),
  ...['E-1', 'E-00058'].map((number) => quietly(post(`/v1/documents/{sent${number}.id}/lifecycle`, collected))),
  quietly(post('/v1/documents/{sentE-1.id}/actions', { action: 'tag', tag: 'urgent' })),
  quietly(post('/v1/documents/{sentE-1.id}/actions', { action: 'archive' })),
  quietly(patch('/v1/companies/{from.id}', { name: 'Renamed', settings: { defaultCurrency: 'EUR' } })),
  company('gone', 'DE811000041'),
  quietly(remove('/v1/companies/{gone.id}')),
  quietly(post('/v1/partners', { vatNumber: 'US123456789', name: 'Overseas' }, { as: 'overseas' })),
  quietly(post('/v1/partners', { peppolId: '0192:310000207' }, { as: 'nord' })),
  quietly(post('/v1/partners/{overseas.id}/merge', { duplicateId: '{nord.id}' })),
  quietly(remove('/v1/partners/{overseas.id}')),
]

const reading: readonly Step[] = [
  get('/v1/events?limit=100', { as: 'feed' }),
  get('/v1/events?limit=100', { by: 'other' }),
  get('/v1/events?limit=2', { as: 'page' }),
  get('/v1/events?limit=1&after=3&type=company.updated,partner.deleted'),
  get('/v1/events?limit=2&cursor={page.cursor}'),
  get('/v1/events?companyId={gone.id}'),
  refused('400 INVALID_REQUEST: after', get('/v1/events?after=x')),
  get('/v1/events/{feed.data.0.id}'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/events/evt_01kafm4h7vf8xbkrs9q2m3c5de')),
  get('/v1/platform/events?limit=2&type=partner.created,company.created', { as: 'page' }),
  get('/v1/platform/events?limit=2&type=partner.created,company.created&cursor={page.cursor}'),
  key('bound', { scopes: ['receive'], companyId: '{gone.id}' }),
  get('/v1/events', { by: 'bound' }),
]

const acknowledging: readonly Step[] = [
  post('/v1/events/{feed.data.0.id}/ack'),
  post('/v1/events/ack', { eventIds: ['{feed.data.1.id}', '{feed.data.2.id}'] }),
  refused(
    '404 RESOURCE_NOT_FOUND: eventIds[1]',
    post('/v1/events/ack', { eventIds: ['{feed.data.1.id}', 'evt_01kafm4h7vf8xbkrs9q2m3c5de'] }),
  ),
  get('/v1/events?limit=1'),
  get('/v1/events?limit=1&includeAcked=true'),
  post('/v1/events/{feed.data.0.id}/replay'),
  quietly(post('/v1/webhooks', { url: '{sink.url}/hook', events: ['company.created'] })),
  post('/v1/events/{feed.data.0.id}/replay'),
]

/** The stream as its bytes come, until it has told the last event that there is. */
const streaming = async (stage: Stage): Promise<void> => {
  const path = '/v1/events/stream?after=0&type=document.updated,company.join_requested'
  const gone = new AbortController()
  const answer = await fetch(`${await stage.app.listen()}${path}`, {
    headers: stage.caller('me').headers,
    signal: gone.signal,
  })
  let text = ''
  for await (const part of answer.body ?? []) {
    text += Buffer.from(part).toString()
    if (text.includes('"field":"archived"') && text.endsWith('\n\n')) break
  }
  gone.abort()
  stage.asked.push({ method: 'GET', path, caller: stage.caller('me'), status: answer.status })
}

export const events: readonly Step[] = [
  ...trade('FR27512700295', 'FR31512800368'),
  ...happening,
  ...reading,
  ...acknowledging,
  streaming,
]

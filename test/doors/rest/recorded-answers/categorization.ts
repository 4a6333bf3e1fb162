import { type Step, get, patch, post, quietly, remove, refused } from '../../../support/story.ts'
import { invoice, trade } from './trade.ts'

const tag = (name: string, objectType: string): object => ({ tagId: `{${name}.id}`, objectType })

const making: readonly Step[] = [
  get('/v1/categorization/groups'),
  post(
    '/v1/categorization/groups',
    { name: 'Account', description: 'Ledger', objectTypes: ['document'], exclusive: true },
    { as: 'account' },
  ),
  post('/v1/categorization/groups', { name: 'Place' }, { as: 'place' }),
  refused('409 CONFLICT: name', post('/v1/categorization/groups', { name: 'Place' })),
  refused('400 MISSING_FIELD: name, objectTypes[0]', post('/v1/categorization/groups', { objectTypes: ['planet'] })),
  post(
    '/v1/categorization/groups/{account.id}/tags',
    { name: 'Travel', color: '#1f6feb', code: '625100' },
    { as: 'travel' },
  ),
  post('/v1/categorization/groups/{account.id}/tags', { name: 'Office' }, { as: 'office' }),
  post('/v1/categorization/groups/{place.id}/tags', { name: 'Lyon' }, { as: 'lyon' }),
  patch('/v1/categorization/groups/{account.id}', { description: null }),
  patch('/v1/categorization/groups/{place.id}', {
    description: 'Where',
    objectTypes: ['document', 'partner', 'company'],
  }),
  patch('/v1/categorization/tags/{travel.id}', { name: 'Trains', color: null }),
  patch('/v1/categorization/tags/{lyon.id}', { color: '#ffffff', code: 'LYS' }),
  get('/v1/categorization/groups'),
  get('/v1/categorization/groups/{account.id}/tags'),
]

const giving: readonly Step[] = [
  quietly(post('/v1/documents/send', invoice('T-1'), { as: 'first' })),
  quietly(post('/v1/documents/send', invoice('T-2'), { as: 'second' })),
  quietly(post('/v1/partners', { peppolId: '0192:310000107' }, { as: 'partner' })),
  post('/v1/categorization/objects/tags/auto', { objectId: '{first.id}', objectType: 'document' }),
  post('/v1/categorization/objects/{first.id}/tags', tag('travel', 'document')),
  post('/v1/categorization/objects/{first.id}/tags', tag('office', 'document')),
  post('/v1/categorization/objects/{first.id}/tags', tag('lyon', 'document')),
  post('/v1/categorization/objects/{partner.id}/tags', tag('lyon', 'partner')),
  post('/v1/categorization/objects/{from.id}/tags', tag('lyon', 'company')),
  refused(
    '400 INVALID_REQUEST: objectType',
    post('/v1/categorization/objects/{partner.id}/tags', tag('travel', 'partner')),
  ),
  get('/v1/categorization/objects/{first.id}/tags'),
  get('/v1/categorization/objects/{second.id}/tags'),
  post('/v1/categorization/objects/tags/auto', {
    objectId: '{second.id}',
    objectType: 'document',
    context: { supplier: '0208:0403019261', text: 'Toner and paper', amount: 20 },
  }),
]

const taking: readonly Step[] = [
  remove('/v1/categorization/objects/{first.id}/tags/{office.id}'),
  refused('404 RESOURCE_NOT_FOUND', remove('/v1/categorization/objects/{first.id}/tags/{office.id}')),
  remove('/v1/categorization/tags/{office.id}'),
  remove('/v1/categorization/groups/{account.id}'),
  get('/v1/categorization/groups'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/categorization/groups/{account.id}/tags')),
]

export const categorization: readonly Step[] = [
  ...trade('BE0701810737', 'BE0701912091'),
  ...making,
  ...giving,
  ...taking,
]

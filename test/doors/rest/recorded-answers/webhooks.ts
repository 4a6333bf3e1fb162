import { status } from '../../../support/sink.ts'
import { type Step, get, organization, pass, patch, post, quietly, remove, refused } from '../../../support/story.ts'

const answers =
  (...given: Parameters<typeof status>): Step =>
  (stage) =>
    void (stage.sink.answer = status(...given))

const happen = (vatNumber: string): Step => quietly(post('/v1/companies', { vatNumber }))
const created = { url: '{sink.url}/hook', events: ['company.created'] }

const making: readonly Step[] = [
  get('/v1/webhooks'),
  post('/v1/webhooks', created, { as: 'hook' }),
  post(
    '/v1/webhooks',
    { url: 'https://hooks.example.com/x', events: ['*'], companyId: '{me.company.id}', secret: 'a secret of mine' },
    { as: 'own' },
  ),
  refused(
    '400 INVALID_ENUM: events[0], secret',
    post('/v1/webhooks', { url: 'ftp://x', events: ['document.eaten'], secret: 'x' }),
  ),
  patch('/v1/webhooks/{own.id}', { status: 'paused', events: ['document.sent', 'document.failed'] }),
  patch('/v1/webhooks/{own.id}', { rotateSecret: true, url: 'https://hooks.example.com/y' }),
  get('/v1/webhooks/{own.id}'),
  get('/v1/webhooks?limit=1', { as: 'page' }),
  get('/v1/webhooks?limit=1&cursor={page.cursor}'),
  get('/v1/webhooks?companyId={me.company.id}'),
  refused('404 RESOURCE_NOT_FOUND', get('/v1/webhooks/wh_01kafm4h7vf8xbkrs9q2m3c5de')),
]

const bringing: readonly Step[] = [
  answers(200, {}, 'ok'),
  happen('DE811000031'),
  get('/v1/webhooks/{hook.id}'),
  get('/v1/webhooks/{hook.id}/deliveries', { as: 'list' }),
  get('/v1/webhook-deliveries/{list.data.0.id}'),
  get('/v1/webhook-deliveries/{list.data.0.id}/request'),
  post('/v1/webhooks/{hook.id}/test'),
  post('/v1/webhooks/deliveries/{list.data.0.id}/redeliver', {}, { as: 'again' }),
  get('/v1/webhook-deliveries/{again.id}'),
  answers(204),
  post('/v1/webhooks/{hook.id}/test'),
]

const failing: readonly Step[] = [
  answers(500, {}, 'Out of order'),
  happen('DE811000032'),
  get('/v1/webhooks/{hook.id}/deliveries?limit=1', { as: 'list' }),
  get('/v1/webhooks/{hook.id}/deliveries?limit=1&cursor={list.cursor}'),
  get('/v1/webhooks/{hook.id}'),
  answers(302, { location: 'https://elsewhere.example.com/' }),
  post('/v1/webhooks/{hook.id}/test'),
  ...Array.from({ length: 8 }, () => pass(43_200_000)),
  get('/v1/webhook-deliveries/{list.data.0.id}'),
  get('/v1/webhooks/{hook.id}'),
  patch('/v1/webhooks/{hook.id}', { status: 'active' }),
  patch('/v1/webhooks/{hook.id}', { url: 'http://127.0.0.1:1/' }),
  post('/v1/webhooks/{hook.id}/test'),
  remove('/v1/webhooks/{own.id}'),
  get('/v1/webhooks'),
  answers(200, {}, 'ok'),
]

export const webhooks: readonly Step[] = [organization('me'), ...making, ...bringing, ...failing]

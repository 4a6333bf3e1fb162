import { type Step, get, organization, post, quietly, refused } from '../../../support/story.ts'
import { company } from './trade.ts'

/** A story waits for what others do, who do it meanwhile. Its documents have numbers of chance: the example stays as it is. */
const played: Step = async (stage) => {
  const ask = post('/v1/sandbox/stories/play', { story: 'rejected' }, { by: 'newcomer' })
  const caller = stage.caller('newcomer')
  let isOver = false
  const answering = caller.post(ask.path, ask.body).finally(() => (isOver = true))
  while (!isOver) await stage.app.settle()
  const { status, body, bytes } = await answering
  const { number, senderVatNumber } = body.documents[0]
  stage.drawn.push(number.slice(2), senderVatNumber.slice(2), senderVatNumber.slice(4))
  stage.asked.push({ ...ask, caller, status, answer: body, text: bytes.toString(), isByChance: true })
}

const once = { 'idempotency-key': 'once' }

export const sandbox: readonly Step[] = [
  post('/v1/sandbox/bootstrap', {}, { by: 'anyone' }),
  post('/v1/sandbox/bootstrap', { label: 'Mine', email: 'me@example.com', keyType: 'white_label' }, { by: 'anyone' }),
  refused(
    '400 INVALID_ENUM: label, keyType',
    post('/v1/sandbox/bootstrap', { label: '', keyType: 'golden' }, { by: 'anyone' }),
  ),
  organization('me', 'platform'),
  company('from', 'DE811000051'),
  post('/v1/sandbox/clock/advance', { companyId: '{from.id}', by: '29d' }),
  post('/v1/sandbox/clock/advance', { companyId: '{from.id}', by: '2d' }),
  post('/v1/sandbox/clock/reset', { companyId: '{from.id}' }),
  refused('400 INVALID_REQUEST: by', post('/v1/sandbox/clock/advance', { companyId: '{from.id}', by: 'soon' })),
  quietly(post('/v1/partners', { peppolId: '0192:310000307' }, { headers: once })),
  post('/v1/sandbox/idempotency/flush'),
  ...['documents', 'events', 'idempotency', 'all'].map((scope) => post('/v1/sandbox/reset', { confirm: 'yes', scope })),
  refused('400 INVALID_ENUM: confirm', post('/v1/sandbox/reset', { confirm: 'no' })),
  get('/v1/companies?limit=1'),
  post('/v1/sandbox/rate-limit/exhaust', { durationSeconds: 90 }),
  refused('429 RATE_LIMITED', get('/v1/me')),
  organization('newcomer', 'personal'),
  get('/v1/sandbox/stories', { by: 'newcomer' }),
  played,
]

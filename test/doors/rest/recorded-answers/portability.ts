import { type Step, get, organization, post, refused } from '../../../support/story.ts'

const request = { messageType: 'REQUEST', state: 'SUBMITTED', requestRef: 'PORT-1', taxpayerSiren: '404833048' }

export const portability: readonly Step[] = [
  organization('me'),
  post('/v1/companies', { vatNumber: 'FR83404833048' }, { as: 'taxpayer' }),
  post('/v1/portability/build', { ...request, effectiveDate: '2027-03-01' }, { as: 'built' }),
  refused('400 INVALID_REQUEST: taxpayerSiren', post('/v1/portability/build', { ...request, taxpayerSiren: '1' })),
  post('/v1/portability/parse', { subject: '{built.subject}', csvRow: '{built.csv}' }),
  refused(
    '400 INVALID_REQUEST: subject',
    post('/v1/portability/parse', { subject: 'PORTABILITY;ASK;SUBMITTED;PORT-1;404833048' }),
  ),
  refused('405 METHOD_NOT_ALLOWED', get('/v1/portability/build')),
  post('/v1/portability/messages', { ...request, gainingPaId: '0001', effectiveDate: '2027-03-01' }, { as: 'asked' }),
  refused(
    '409 INVALID_TRANSITION',
    post('/v1/portability/messages', { ...request, messageType: 'ANSWER', state: 'ACCEPTED' }),
  ),
  post('/v1/portability/received-messages', { subject: 'PORTABILITY;ANSWER;ACCEPTED;PORT-1;404833048' }),
  get('/v1/portability/requests?state=ACCEPTED'),
  get('/v1/portability/requests/{asked.id}'),
  post('/v1/companies/{taxpayer.id}/migration-key', {}, { as: 'leaving' }),
  post('/v1/companies/{taxpayer.id}/migration-key/redeem', { migrationKey: '{leaving.migrationKey}' }),
  refused(
    '422 validation_error',
    post('/v1/companies/{taxpayer.id}/migration-key/redeem', { migrationKey: 'made-up' }),
  ),
  post('/v1/organization/deletion', { confirm: '{me.organizationId}' }),
  post('/v1/organization/deletion/cancel', {}),
  refused('409 CONFLICT', post('/v1/organization/deletion/cancel', {})),
]

import { type Step, get, organization, post } from '../../../support/story.ts'

const request = { messageType: 'REQUEST', state: 'SUBMITTED', requestRef: 'PORT-1', taxpayerSiren: '404833048' }

export const portability: readonly Step[] = [
  organization('me'),
  post('/v1/companies', { vatNumber: 'FR83404833048' }),
  post('/v1/portability/build', { ...request, effectiveDate: '2027-03-01' }, { as: 'built' }),
  post('/v1/portability/build', { ...request, taxpayerSiren: '1' }),
  post('/v1/portability/parse', { subject: '{built.subject}', csvRow: '{built.csv}' }),
  post('/v1/portability/parse', { subject: 'PORTABILITY;ASK;SUBMITTED;PORT-1;404833048' }),
  get('/v1/portability/build'),
]

import { type Stage, type Step, get, organization, post, refused } from '../../../support/story.ts'
import { idleOperation } from '../../../support/bulk.ts'

const line = JSON.stringify({ type: 'event', from: '{me.company.peppolId}', document: { number: 'N-1' } })

/** What is running is over before anybody can look: this one goes on for ever. */
const running = async (stage: Stage): Promise<void> => {
  const { id } = await idleOperation(stage.app, String(stage.filled('{me.organizationId}')))
  stage.keep('running', { id })
}

export const bulk: readonly Step[] = [
  organization('me'),
  post('/v1/bulk/exports', { query: '{ companies { nodes { name country } } }', format: 'csv' }, { as: 'export' }),
  get('/v1/bulk/{export.id}'),
  get('/v1/bulk/{export.id}/result'),
  get('/v1/bulk/{export.id}/result', { headers: { range: 'bytes=5-11' } }),
  refused('416 RANGE_NOT_SATISFIABLE', get('/v1/bulk/{export.id}/result', { headers: { range: 'bytes=5000-' } })),
  post('/v1/bulk/sends', `${line}\n{\n`, { as: 'send', headers: { 'content-type': 'application/octet-stream' } }),
  get('/v1/bulk/{send.id}'),
  get('/v1/bulk/{send.id}/result'),
  running,
  refused('409 CONFLICT', get('/v1/bulk/{running.id}/result')),
  post('/v1/bulk/{running.id}/cancel', {}),
  refused('409 CONFLICT', post('/v1/bulk/{send.id}/cancel', {})),
  get('/v1/bulk?limit=2'),
  refused('400 INVALID_REQUEST: query', post('/v1/bulk/exports', { query: '{ companies { nodes { nothing } } }' })),
  refused('400 INVALID_REQUEST: query', post('/v1/bulk/exports', { query: '{ companies { totalCount } }' })),
  post('/v1/bulk/organization-exports'),
]

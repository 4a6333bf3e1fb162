import { type Step, get, organization, post, remove, refused } from '../../../support/story.ts'

const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const asked = {
  client_name: 'Ledger Agent',
  scopes: ['send', 'documents.read'],
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

export const oauth: readonly Step[] = [
  organization('me', 'platform'),
  get('/v1/oauth/scopes'),
  post('/v1/oauth/authorize', asked, { as: 'asked' }),
  refused(
    '400 invalid_request: code_challenge_method',
    post('/v1/oauth/authorize', { ...asked, code_challenge_method: 'plain' }),
  ),
  refused('400 invalid_request: client_name', post('/v1/oauth/authorize', { clientName: 'x', scopes: ['root'] })),
  get('/v1/oauth/requests/{asked.request_id}'),
  refused(
    '400 invalid_request: scopes',
    post('/v1/oauth/requests/{asked.request_id}/decision', { allow: true, scopes: ['send', 'platform'] }),
  ),
  post('/v1/oauth/requests/{asked.request_id}/decision', { allow: true, scopes: ['send'] }, { as: 'decided' }),
  refused('404 not_found', get('/v1/oauth/requests/{asked.request_id}')),
  post('/v1/oauth/token', { grant_type: 'authorization_code', code: '{decided.code}', code_verifier: verifier }),
  refused(
    '400 invalid_grant',
    post('/v1/oauth/token', { grant_type: 'authorization_code', code: '{decided.code}', code_verifier: verifier }),
  ),
  get('/v1/api-keys?kind=agent'),
  post('/v1/oauth/register', { client_name: 'Ledger', redirect_uris: ['https://app.example.com/cb'], logo_uri: 'x' }),
  refused(
    '400 invalid_request: redirect_uris[0]',
    post('/v1/oauth/register', { client_name: 'Ledger', redirect_uris: ['http://app.example.com/cb'] }),
  ),
  post('/v1/oauth/device', { client_name: 'Command line', scopes: ['send'] }),
  post('/v1/oauth/handoff', { scopes: ['send'], label: 'Assistant', ttl_seconds: 60 }, { as: 'handoff' }),
  post('/v1/oauth/handoff/preview', { handoff_token: '{handoff.handoff_token}' }),
  post('/v1/oauth/handoff/exchange', { handoff_token: '{handoff.handoff_token}' }, { as: 'token' }),
  refused('400 invalid_grant', post('/v1/oauth/handoff/exchange', { handoff_token: '{handoff.handoff_token}' })),
  post('/v1/oauth/introspect', { token: '{token.access_token}' }),
  post('/v1/oauth/introspect', { token: 'x' }),
  post('/v1/oauth/revoke', { token: '{token.access_token}' }),
  post('/v1/oauth/handoff', {}, { as: 'unused' }),
  get('/v1/oauth/handoffs'),
  remove('/v1/oauth/handoffs/{unused.id}'),
  refused('404 not_found', remove('/v1/oauth/handoffs/{unused.id}')),
  post('/v1/oauth/handoff/sandbox'),
  post('/v1/oauth/revoke-user', { userId: 'nobody' }),
]

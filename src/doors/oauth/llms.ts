import { scopeNames, scopes } from '../../auth/scopes.ts'
import type { Platform } from '../../operation/platform.ts'
import type { Dress } from '../site-page.ts'

/** For an agent that comes for the first time: how to get in, and where the contract is. */
export const llmsText = ({ env, sites }: Platform, { baseUrl, brand }: Dress): string => `# ${brand.name}

> Companies exchange electronic invoices over Peppol with it, and report to the French and Italian authorities.
> It has a REST API (${baseUrl}/v1) and a GraphQL API (${baseUrl}/graphql) on the same operations.
> ${env.SERVICE_MODE === 'sandbox' ? 'This is a sandbox: nothing real is sent.' : 'This is live: what you send is real.'}

## The contract

- [REST, as OpenAPI](${baseUrl}/openapi.json)
- [Reference for people](${baseUrl}/docs/)
- [Errors, with what to do](${baseUrl}/docs/errors)
- [Events](${baseUrl}/docs/events)

## How to get in

Send \`Authorization: Bearer <key or token>\` with every request. Get a token in one of these ways.

${
  // An organization of its own is not known at the own domain of another.
  env.SERVICE_MODE === 'sandbox' && baseUrl === sites.home.baseUrl
    ? `- At once, in a new organization of your own: \`POST ${baseUrl}/v1/oauth/handoff/sandbox\` answers
  \`handoff_token\`. Exchange it with \`POST ${baseUrl}/v1/oauth/handoff/exchange\` \`{"handoff_token": "…"}\` for \`access_token\`.
`
    : ''
}- Somebody gave you a code that begins with \`hand_\`, or a link with it: exchange it once with
  \`POST ${baseUrl}/v1/oauth/handoff/exchange\`.
- An app of a phone or a desk registers its address, such as \`com.example.app:/callback\`, with \`POST ${baseUrl}/v1/oauth/register\`.
- Ask a person: make a random verifier of 43 to 128 letters and digits, and send
  \`POST ${baseUrl}/v1/oauth/authorize\`
  \`{"client_name": "…", "scopes": ["documents.read"], "code_challenge": BASE64URL(SHA256(verifier))}\`.
  Show the person \`consent_url\`. They get a code. Exchange it within five minutes with
  \`POST ${baseUrl}/v1/oauth/token\` \`{"grant_type": "authorization_code", "code": "…", "code_verifier": "…"}\`.
- Assistants that speak the Model Context Protocol connect to ${baseUrl}/mcp .
- A library for OAuth 2.1 finds everything at ${baseUrl}/.well-known/oauth-authorization-server .

Ask for the scopes that you need and no others. A refusal answers 403 with the missing scope.

${scopeNames.map((name) => `- \`${name}\`: ${scopes[name]}`).join('\n')}
`

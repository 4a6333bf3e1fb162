import { scopeNames, scopes } from '../../auth/scopes.ts'
import type { Platform } from '../../operation/platform.ts'
import { parts } from '../../docs/map.ts'
import { sections } from '../../http/sections.ts'
import { slugOf } from '../docs/api-pages.ts'
import { texts } from '../docs/generated.ts'
import type { Dress } from '../site-page.ts'

const line = (title: string, address: string, about: string): string => `- [${title}](${address}): ${about}`

/** Every page that explains something, and every part of REST, each with what it is about. */
const contentsAt = (baseUrl: string): string => {
  const guides = parts.flatMap(({ title, pages: inside }) => {
    const written = inside.filter(({ made }) => !made)
    const lines = written.map(({ slug, title: name }) =>
      line(name.en, `${baseUrl}/docs/${slug}`, texts().en[slug]?.lead ?? ''),
    )
    return lines.length > 0 ? [`## ${title.en}\n\n${lines.join('\n')}\n`] : []
  })
  const rest = Object.entries(sections).map(([name, about]) => line(name, `${baseUrl}/docs/api/${slugOf(name)}`, about))
  return [...guides, `## REST, by what people do\n\n${rest.join('\n')}\n`].join('\n')
}

/** For an agent that comes for the first time: how to get in, and where the contract is. */
export const llmsText = ({ env, sites }: Platform, { baseUrl, brand }: Dress): string => `# ${brand.name}

> Companies exchange electronic invoices over Peppol with it, and report to the French and Italian authorities.
> It has a REST API (${baseUrl}/v1) and a GraphQL API (${baseUrl}/graphql) on the same operations.
> ${env.SERVICE_MODE === 'sandbox' ? 'This is a sandbox: nothing real is sent.' : 'This is live: what you send is real.'}

## The contract

- [REST, as OpenAPI](${baseUrl}/openapi.json), which Postman, Bruno and Insomnia import
- [Reference for people](${baseUrl}/docs/)
- [Errors, with what to do](${baseUrl}/docs/errors)
- [Events](${baseUrl}/docs/events)
- [GraphQL schema](${baseUrl}/docs/schema.graphql)
- [JSON Schemas of every body and event](${baseUrl}/docs/schemas)
- [How live events travel](${baseUrl}/docs/live), and [what you can rely on](${baseUrl}/docs/safety)

${contentsAt(baseUrl)}
## What callers should know

- Send \`Idempotency-Key\` with every POST: a repeated request with the same key is carried out once.
- Wait as long as \`Retry-After\` says, then send the same request again. 429 and 503 have it.
- A list answers \`data\` and \`cursor\`; ask again with \`?cursor=\` until it is null.
- A refusal answers \`error.code\` and \`error.details\`, each with the field and what to do.
- Try a document without sending it: \`POST ${baseUrl}/v1/documents/validate\`.
- Follow events: \`GET ${baseUrl}/v1/events/stream\` with \`Last-Event-ID\`, or a signed webhook (\`POST ${baseUrl}/v1/webhooks\`).
- TypeScript: \`@invoice-exchange/client\`. Command line: \`npx invoice-exchange help\`.

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

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, Caller, type Tenant, type TestApp, startApp } from '../../support/app.ts'
import { expectRefusal } from '../../support/refusals.ts'
import { tokenFor } from '../../support/visitor.ts'

let app: TestApp
let base: string
let tenant: Tenant
let other: Tenant
beforeAll(async () => {
  app = await startApp()
  base = await app.listen()
  tenant = await app.tenant('platform')
  other = await app.tenant('platform')
})
afterAll(() => app.close())

const connect = async (token: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${base}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  )
  return client
}

const run = async (client: Client, name: string, input: Record<string, unknown>): Promise<Body> => {
  const { content, isError } = (await client.callTool({ name, arguments: input })) as Body
  return { isError: isError ?? false, ...JSON.parse(content[0].text) }
}

const invoice = (number: string) => ({
  type: 'invoice',
  from: tenant.peppolId,
  to: other.peppolId,
  document: {
    number,
    issueDate: '2026-11-20',
    dueDate: '2026-12-20',
    buyerReference: 'PO-77',
    lines: [{ description: 'Consulting', quantity: 3, unit: 'HUR', unitPrice: 99.5, vatRate: 21 }],
  },
})

describe('assistants', () => {
  test('the official client lists the tools, checks an invoice, sends it and finds it', async () => {
    const { access_token } = await tokenFor(app, tenant.key, ['send', 'documents.read'])
    const client = await connect(access_token)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['send_document', 'validate_document']))
    for (const tool of tools) expect(tool).toMatchObject({ inputSchema: { type: 'object' }, title: expect.any(String) })
    const sending = tools.find(({ name }) => name === 'send_document')?.inputSchema as Body
    expect(sending.examples[0].document).toHaveProperty('lines')
    expect(await run(client, 'validate_document', invoice('MCP-1'))).toMatchObject({ isError: false, valid: true })
    const sent = await run(client, 'send_document', invoice('MCP-1'))
    expect(sent).toMatchObject({ isError: false, number: 'MCP-1' })
    expect((await tenant.get(`/v1/documents/${sent.id}`)).status).toBe(200)
    const found = await run(client, 'find_documents', { number: 'MCP-1' })
    expect(found.data.map(({ id }: Body) => id)).toEqual([sent.id])
    await client.close()
  })

  test('the list of tools is small enough to be read with every question, and has payments, webhooks and onboarding', async () => {
    const client = await connect(tenant.key)
    const { tools } = await client.listTools()
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(20_000)
    const names = ['record_payment', 'read_ageing', 'create_webhook', 'onboard_company']
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    for (const { name, inputSchema } of tools)
      expect({ name, told: Object.keys(inputSchema.properties ?? {}) }).toEqual({
        name,
        told: expect.arrayContaining(inputSchema.required ?? []),
      })
    await client.close()
  })

  test('an assistant reads a document by its address, with the rights of its key alone', async () => {
    const client = await connect(tenant.key)
    const { id } = await run(client, 'send_document', invoice('MCP-4'))
    const { resourceTemplates } = await client.listResourceTemplates()
    const [xml, html, pdf] = resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace('{documentId}', id))
    const read = async (who: Client, uri = ''): Promise<Body> => (await who.readResource({ uri })).contents[0] as Body
    expect((await read(client, xml)).text).toContain('<cbc:ID>MCP-4</cbc:ID>')
    expect((await read(client, html)).text).toContain('MCP-4')
    expect(Buffer.from((await read(client, pdf)).blob, 'base64').toString('latin1')).toMatch(/^%PDF/)
    const [guide] = (await client.listResources()).resources
    expect((await read(client, guide?.uri)).text).toContain('## How to get in')
    const stranger = await connect(other.key)
    await expect(read(stranger, xml)).rejects.toThrow('DOCUMENT_NOT_FOUND')
    const bound = await connect((await tenant.keyWith(['stats'])).key)
    await expect(read(bound, xml)).rejects.toThrow('INSUFFICIENT_SCOPE')
    for (const uri of [
      `${app.platform.baseUrl}/v1/api-keys`,
      'https://example.com/',
      `${app.platform.baseUrl}/v1/documents/x/zip`,
      `${app.platform.baseUrl}/v1/documents/%E0%/xml`,
    ])
      await expect(read(client, uri)).rejects.toThrow(/not found|no such|Resource/i)
    await Promise.all([client, stranger, bound].map((one) => one.close()))
  })

  test('a prompt asks with what it is given, and is refused without it', async () => {
    const client = await connect(tenant.key)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['send_invoice', 'explain_delivery', 'what_is_due'])
    const asked = await client.getPrompt({ name: 'explain_delivery', arguments: { documentId: 'number:A-1' } })
    expect(asked.messages).toMatchObject([{ role: 'user', content: { text: expect.stringContaining('number:A-1') } }])
    await expect(client.getPrompt({ name: 'explain_delivery' })).rejects.toThrow('documentId')
    await expect(client.getPrompt({ name: 'constructor' })).rejects.toThrow('There is no prompt')
    await client.close()
  })

  test('a tool needs the scope of its operation, and a refusal changes nothing', async () => {
    const { access_token } = await tokenFor(app, tenant.key, ['documents.read'])
    const client = await connect(access_token)
    const before = await tenant.footprint()
    const refused = await run(client, 'send_document', invoice('MCP-2'))
    expect(refused).toMatchObject({ isError: true, error: { code: 'INSUFFICIENT_SCOPE' } })
    const invalid = await run(client, 'find_documents', { nonsense: 1 })
    expect(invalid).toMatchObject({ isError: true, error: { code: 'INVALID_REQUEST' } })
    expect(await tenant.footprint()).toEqual(before)
    await client.close()
  })

  test('an assistant of one organization does not see the documents of another', async () => {
    const { access_token } = await tokenFor(app, tenant.key, ['send', 'documents.read'])
    const client = await connect(access_token)
    const { id } = await run(client, 'send_document', invoice('MCP-3'))
    await client.close()
    const stranger = await connect((await tokenFor(app, (await app.tenant('platform')).key)).access_token)
    const refused = await run(stranger, 'read_document', { documentId: id })
    expect(refused).toMatchObject({ isError: true, error: { code: 'DOCUMENT_NOT_FOUND' } })
    await stranger.close()
  })

  test('who comes without credentials is told where to get some', async () => {
    const answer = await app.anyone.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const where = `${app.platform.baseUrl}/.well-known/oauth-protected-resource/mcp`
    expect({ status: answer.status, tells: answer.headers['www-authenticate'] }).toEqual({
      status: 401,
      tells: `Bearer resource_metadata="${where}"`,
    })
    const { body } = await new Caller(app, {}).get(where.replace(app.platform.baseUrl, ''))
    expect(body).toMatchObject({
      resource: `${app.platform.baseUrl}/mcp`,
      authorization_servers: [app.platform.baseUrl],
    })
  })

  test('messages that come together are counted as if each had come alone, and run only if all may', async () => {
    const { key } = await tenant.keyWith(['documents.read'], { rateLimit: 10 })
    const caller = tenant.with({
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
    })
    const whoAmI = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'who_am_i' } })
    const together = (count: number) =>
      caller.post(
        '/mcp',
        Array.from({ length: count }, (_, index) => whoAmI(index)),
      )
    const answer = await together(6)
    expect(answer).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '4' } })
    expect(String(answer.body).match(/"id":\d/g)).toHaveLength(6)
    expectRefusal(await together(6), 'RATE_LIMITED')
  })
})

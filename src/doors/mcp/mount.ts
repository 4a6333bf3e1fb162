/** `/mcp`: the operations for assistants, by the Model Context Protocol over streamable HTTP without sessions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { McpHttpHandler, Server } from '@modelcontextprotocol/server'
import { acceptJson } from '../../http/bodies.ts'
import { asAppError, callOf } from '../../http/edge.ts'
import { applyRate } from '../../http/rate.ts'
import { bodyForLog } from '../../engine/requests/redact.ts'
import { AppError, errorBody } from '../../kernel/errors/app-error.ts'
import { writeJson } from '../../kernel/json.ts'
import { execute } from '../../operation/execute.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { prompts } from './prompts.ts'
import { readResource, resourcesAt, templatesAt } from './resources.ts'
import { tools } from './tools.ts'

const VERSION = '1.0.0'
/** A longer text is cut before it is put into a prompt. */
const MOST_CHARACTERS = 5_000
const INSTRUCTIONS =
  'Exchange electronic invoices over Peppol. Check a document with validate_document before you send it with ' +
  'send_document: what is sent cannot be taken back. Amounts are exact: pass them on as they are.'

interface Visit {
  platform: Platform
  request: FastifyRequest
  call: Call
}

const runTool = async ({ platform, request, call }: Visit, name: string, given: unknown) => {
  const tool = tools.find((one) => one.name === name)
  try {
    if (!tool) throw new AppError('INVALID_REQUEST', { message: `There is no tool ${name}.` })
    const { operation, present } = tool.route
    const result = await execute(operation, call, given)
    const text = writeJson(present ? present(result) : {})
    return { content: [{ type: 'text' as const, text }] }
  } catch (error) {
    const refusal = asAppError(error, request, platform)
    request.errorCode = refusal.code
    const text = JSON.stringify({ error: errorBody(refusal, request.requestId, request.site.baseUrl) })
    return { content: [{ type: 'text' as const, text }], isError: true }
  }
}

/** Loaded with the first assistant: every start would take a quarter of a second longer. */
const kit = () => import('@modelcontextprotocol/server')
type Kit = Awaited<ReturnType<typeof kit>>

/** The protocol has numbers for codes, so the message begins with ours. */
const asProtocolError = ({ ProtocolError, ProtocolErrorCode }: Kit, refusal: AppError): Error =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `${refusal.code}: ${refusal.message}`)

const serveResources = (sdk: Kit, server: Server, { platform, request }: Visit): void => {
  const { baseUrl } = request.site
  server.setRequestHandler('resources/list', () => ({ resources: resourcesAt(baseUrl) }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: templatesAt(baseUrl) }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    try {
      const contents = await readResource(platform, request, uri)
      if (contents) return { contents: [contents] }
    } catch (error) {
      throw asProtocolError(sdk, asAppError(error, request, platform))
    }
    throw new sdk.ResourceNotFoundError(uri)
  })
}

const servePrompts = (sdk: Kit, server: Server): void => {
  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(prompts).map(([name, { title, description, argument }]) => ({
      name,
      title,
      description,
      ...(argument && { arguments: [{ ...argument, required: true }] }),
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: given = {} } }) => {
    const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined
    const value = prompt?.argument && given[prompt.argument.name]
    if (!prompt || (prompt.argument && !value)) {
      const missing = prompt?.argument
        ? `The argument ${prompt.argument.name} is missing.`
        : `There is no prompt ${name}.`
      throw asProtocolError(sdk, new AppError('INVALID_REQUEST', { message: missing }))
    }
    const text = prompt.text(String(value ?? '').slice(0, MOST_CHARACTERS))
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    }
  })
}

const serverFor = (sdk: Kit, visit: Visit): Server => {
  const server = new sdk.Server(
    { name: 'invoice-exchange', version: VERSION },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ name, title, route: { operation }, inputSchema }) => ({
      name,
      title,
      description: `${operation.summary} Scope: ${operation.scope}.`,
      inputSchema: inputSchema as { type: 'object' },
      annotations: { readOnlyHint: !operation.writes, openWorldHint: operation.writes },
    })),
  }))
  server.setRequestHandler('tools/call', ({ params }) => runTool(visit, params.name, params.arguments ?? {}))
  serveResources(sdk, server, visit)
  servePrompts(sdk, server)
  return server
}

const handlerFor = (sdk: Kit, visit: Visit): McpHttpHandler =>
  sdk.createMcpHandler(() => serverFor(sdk, visit), {
    onerror: (error) => visit.platform.log.debug({ err: error }, 'An assistant sent what the protocol does not know'),
  })

/** Messages that come together are as many requests as they are; the first was counted when it came in. */
const countBatch = async (
  platform: Platform,
  { body }: FastifyRequest,
  { actor }: Call,
  reply: FastifyReply,
): Promise<void> => {
  for (let at = 1; Array.isArray(body) && at < body.length; at += 1) await applyRate(platform, actor, reply)
}

interface Message {
  method?: unknown
  params?: { name?: unknown; arguments?: unknown }
}

/** Of a message the log keeps the tool and its input. */
const loggedMessage = (message: unknown): unknown => {
  const { method, params } = (message ?? {}) as Message
  const tool = tools.find(({ name }) => name === params?.name)
  const given = params?.arguments
  return {
    method,
    params: tool && { name: tool.name, arguments: bodyForLog(given, tool.route.operation.input, given) },
  }
}

const answer = async (platform: Platform, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  request.resourceMetadata = `${request.site.baseUrl}/.well-known/oauth-protected-resource/mcp`
  const { body } = request
  request.bodyForLog = () => (Array.isArray(body) ? body.map(loggedMessage) : loggedMessage(body))
  const call = callOf(platform, request)
  if (call.actor.kind === 'public') throw new AppError('MISSING_AUTH')
  await countBatch(platform, request, call, reply)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'authorization' && name !== 'content-length') headers.set(name, value)
  const asked = new Request(`${request.site.baseUrl}/mcp`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request.body),
  })
  const response = await handlerFor(await kit(), { platform, request, call }).fetch(asked, { parsedBody: request.body })
  reply.code(response.status)
  for (const [name, value] of response.headers) reply.header(name, value)
  return reply.header('Cache-Control', 'no-store').send(Buffer.from(await response.arrayBuffer()))
}

export const mountMcp = (app: FastifyInstance, platform: Platform): void => {
  acceptJson(app)
  app.post('/mcp', { config: { door: 'mcp' } }, (request, reply) => answer(platform, request, reply))
}

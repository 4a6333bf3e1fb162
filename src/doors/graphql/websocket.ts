import type { IncomingMessage, Server } from 'node:http'
import { GraphQLError, execute } from 'graphql'
import { CloseCode } from 'graphql-ws'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'
import { type Presented, authenticate, presentedBy } from '../../auth/authenticate.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { applyRate, countStranger } from '../../http/edge.ts'
import { refuseSocket } from '../../http/refuse-socket.ts'
import type { Call } from '../../operation/operation.ts'
import type { Platform } from '../../operation/platform.ts'
import { logCall } from '../../engine/requests/log-call.ts'
import { newTrace } from '../../kernel/trace.ts'
import { newId } from '../../values/ids.ts'
import { type Context, newContext } from '../../graphql/context.ts'
import { endOfCredentials } from '../../auth/credentials-end.ts'
import { maskError } from './errors.ts'
import { documentReader } from './documents.ts'
import { excesses } from './limits.ts'
import { allowedOperations } from './persisted.ts'
import { schema } from './schema.ts'
import { subscribe } from './subscribe.ts'

interface Extra extends Record<PropertyKey, unknown> {
  presented?: Presented
  release?: () => void
  socket: { close(code: number, reason: string): void }
  request: IncomingMessage
}

const KEEP_ALIVE_MS = 12_000
const MOST_PAYLOAD = 1024 * 1024

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** What the first message names: the same headers as over HTTP, in any case. What it leaves out, the headers of the socket may say. */
const presentedIn = (
  platform: Platform,
  parameters: Readonly<Record<string, unknown>> = {},
  request: IncomingMessage,
): Presented => {
  const given = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), textOf(value)]))
  const { authorization, organizationId, companyId, address } = presentedBy(platform, request)
  return {
    authorization: given.get('authorization') ?? authorization,
    organizationId: given.get('x-service-organization-id') ?? given.get('organization-id') ?? organizationId,
    companyId: given.get('x-service-company') ?? companyId,
    address,
  }
}

/** graphql-ws on `/graphql`. Who calls is checked when the socket opens and again at each operation. */
export const mountWebsocket = (server: Server, platform: Platform): { close(): Promise<void> } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MOST_PAYLOAD })
  server.on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] !== '/graphql')
      return refuseSocket(
        socket,
        new AppError('RESOURCE_NOT_FOUND', { message: 'There is nothing at that path.' }),
        platform.baseUrl,
      )
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request))
  })

  const documentOf = allowedOperations(platform.env)
  const readDocument = documentReader(platform)
  const callOf = async (extra: Extra, requestId: string): Promise<Call> => {
    const actor = await authenticate(platform, extra.presented ?? presentedIn(platform, {}, extra.request))
    return { platform, actor, requestId, trace: newTrace(platform.clock.now()) }
  }

  const disposable = useServer<Record<string, unknown>, Extra>(
    {
      schema,
      execute,
      subscribe,
      // Nothing that is thrown is told as the reason of a close.
      isProd: true,
      connectionInitWaitTimeout: 10_000,
      async onConnect({ connectionParams, extra }) {
        extra.presented = presentedIn(platform, connectionParams, extra.request)
        try {
          const actor = await authenticate(platform, extra.presented)
          const end = endOfCredentials(platform, actor, extra.presented)
          extra.release = end.release
          end.signal.addEventListener(
            'abort',
            () => extra.socket.close(CloseCode.Forbidden, 'The credentials have ended'),
            { once: true },
          )
          return true
        } catch (error) {
          const refusal: unknown = await countStranger(platform, extra.presented).then(
            () => error,
            (tooMany: unknown) => tooMany,
          )
          extra.socket.close(CloseCode.Forbidden, refusal instanceof AppError ? refusal.code : 'Forbidden')
          return false
        }
      },
      onDisconnect: ({ extra }) => extra.release?.(),
      async onSubscribe({ extra }, _id, payload) {
        const requestId = newId('request')
        try {
          const call = await callOf(extra, requestId)
          await applyRate(platform, call.actor)
          const { document, invalid } = readDocument(documentOf?.(payload) ?? payload.query)
          const errors = invalid.length > 0 ? invalid : excesses(document, payload.variables ?? {})
          if (errors.length > 0) return errors.map((error) => maskError(platform, requestId, error))
          return {
            schema,
            document,
            variableValues: payload.variables,
            operationName: payload.operationName,
            contextValue: newContext(call),
          }
        } catch (error) {
          return [
            maskError(
              platform,
              requestId,
              error instanceof GraphQLError || error instanceof AppError
                ? error
                : new GraphQLError('The operation cannot be read.'),
            ),
          ]
        }
      },
      onOperation(_context, _id, _payload, { contextValue }, result) {
        if (Symbol.asyncIterator in result || result instanceof Promise) return
        const { call } = contextValue as Context
        const first = result.errors?.[0] && maskError(platform, call.requestId, result.errors[0])
        logCall(platform.requestLog, call, {
          method: 'WS',
          path: '/graphql',
          status: Number(first?.extensions['status'] ?? 200),
          errorCode: first ? String(first.extensions['code']) : null,
          body: null,
        })
      },
      /** What ends a subscription, or has no operation to run: refused here, it has its code already. */
      onError: (_context, _id, _payload, errors) =>
        errors.map((error) =>
          (error.extensions?.['requestId'] === undefined
            ? maskError(platform, newId('request'), error as GraphQLError)
            : (error as GraphQLError)
          ).toJSON(),
        ),
      onNext: (_context, _id, _payload, { contextValue }, result) =>
        result.errors
          ? {
              ...result,
              errors: result.errors.map((error) =>
                maskError(platform, (contextValue as Context).call.requestId, error),
              ),
            }
          : result,
    },
    sockets as never,
    KEEP_ALIVE_MS,
  )

  return { close: async () => disposable.dispose() }
}

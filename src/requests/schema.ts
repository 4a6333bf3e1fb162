import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { PAGE_ARGUMENTS, args, read, runs } from '../graphql/field.ts'
import { Node } from '../graphql/node-interface.ts'
import { getRequest } from './get-request.ts'
import { listRequestLogs } from './list-request-logs.ts'
import { requestUsage } from './request-usage.ts'

const Request = builder.prismaObject('RequestLog', {
  name: 'Request',
  description: 'The trace of a request that changed something or was refused.',
  interfaces: [Node],
  authScopes: { access: 'authenticated' },
  select: { organizationId: true, id: true },
  fields: (t) => ({
    method: t.exposeString('method', { description: 'HTTP method.' }),
    path: t.exposeString('path', { description: 'Path, without the query.' }),
    operation: t.exposeString('operation', { nullable: true, description: 'The operation that ran.' }),
    status: t.exposeInt('status', { description: 'HTTP status of the answer.' }),
    errorCode: t.exposeString('errorCode', { nullable: true, description: 'Code of the refusal.' }),
    apiKeyId: t.exposeID('apiKeyId', { nullable: true, description: 'The key that called.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'The user that called.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'When it came.' }),
    durationMs: t.exposeFloat('durationMs', { description: 'How long the answer took.' }),
    upstreamCalls: t.field({
      type: 'JSON',
      description: 'Calls to upstreams, in order: `{upstream, call, startedMs, durationMs, outcome}`.',
      select: { upstreamCalls: true },
      resolve: (entry) => entry.upstreamCalls,
    }),
    validation: t.field({
      type: 'JSON',
      description: 'What was wrong with the input: `{field, rule, message}`.',
      select: { validation: true },
      resolve: (entry) => entry.validation,
    }),
    requestBody: t.exposeString('requestBody', {
      nullable: true,
      description: 'The body, secrets replaced, cut to 4 kB.',
    }),
  }),
})

const RequestUsage = builder.objectRef<Awaited<ReturnType<typeof requestUsage.run>>[number]>('RequestUsage').implement({
  description: 'How much one key or user has called.',
  fields: (t) => ({
    apiKeyId: t.exposeID('apiKeyId', { nullable: true, description: 'The key.' }),
    userId: t.exposeID('userId', { nullable: true, description: 'The user.' }),
    label: t.exposeString('label', { nullable: true, description: 'Name of the key or address of the user.' }),
    requests: t.exposeInt('requests', { description: 'Captured requests.' }),
    errors: t.exposeInt('errors', { description: 'Of these, refused ones.' }),
    lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', description: 'The latest.' }),
  }),
})

builder.queryField('request', (t) =>
  t.field({
    type: Request,
    description: getRequest.summary,
    args: { id: t.arg.id({ required: true, description: 'Identifier, `req_…`.' }) },
    extensions: runs(getRequest),
    resolve: (_root, { id }, context) => read(getRequest, { requestId: id }, context),
  }),
)

builder.queryField('requestLogs', (t) =>
  t.connection(
    {
      type: Request,
      description: listRequestLogs.summary,
      args: args(listRequestLogs, t, PAGE_ARGUMENTS),
      extensions: runs(listRequestLogs),
      resolve: async (_root, given, context) => connectionOf(await read(listRequestLogs, given, context)) as never,
    },
    ...connectionTypes('Request', 'requests'),
  ),
)

builder.queryField('requestUsage', (t) =>
  t.field({
    type: [RequestUsage],
    description: requestUsage.summary,
    args: args(requestUsage, t),
    extensions: runs(requestUsage),
    resolve: (_root, given, context) => read(requestUsage, given, context),
  }),
)

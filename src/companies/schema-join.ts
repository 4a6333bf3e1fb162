import { JoinStatus } from '../generated/prisma/enums.ts'
import { builder } from '../graphql/builder.ts'
import { connectionOf, connectionTypes } from '../graphql/connection.ts'
import { enumOf } from '../graphql/enums.ts'
import { PAGE_ARGUMENTS, args, describe, mutation, read, runs } from '../graphql/field.ts'
import { acceptJoinRequest } from './accept-join-request.ts'
import type { JoinRequestRow } from './join-request.ts'
import { listJoinRequests } from './list-join-requests.ts'
import { rejectJoinRequest } from './reject-join-request.ts'
import { requestToJoin } from './request-to-join.ts'

const JoinStatusEnum = enumOf('JoinStatus', Object.values(JoinStatus), {
  pending: 'Nobody has decided yet.',
  accepted: 'The user was let in.',
  rejected: 'The user was turned down.',
})

const Requester = builder.objectRef<{ userId: string; email: string | null }>('Requester').implement({
  description: 'The user who asks.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The user, as the identity provider names it.' }),
    email: t.exposeString('email', { nullable: true, description: 'Its address, where the token tells it.' }),
  }),
})

const JoinRequest = builder.objectRef<JoinRequestRow>('JoinRequest').implement({
  description: 'A user asks to join a company.',
  authScopes: { access: 'companies.read' },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifier, `jreq_…`.' }),
    companyId: t.exposeID('companyId', { description: 'The company.' }),
    companyName: t.string({ description: 'What it is called.', resolve: ({ company }) => company.name }),
    requester: t.field({
      type: Requester,
      description: 'Who asks.',
      resolve: ({ userId, email }) => ({ userId, email }),
    }),
    status: t.field({ type: JoinStatusEnum, description: 'Where it stands.', resolve: ({ status }) => status }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was asked.' }),
    decidedAt: t.expose('decidedAt', { type: 'DateTime', nullable: true, description: 'When it was decided.' }),
    decidedBy: t.exposeString('decidedBy', { nullable: true, description: 'The user or key that decided.' }),
  }),
})

builder.queryField('joinRequests', (t) =>
  t.connection(
    {
      type: JoinRequest,
      description: describe(listJoinRequests, 'GET /v1/companies/join-requests'),
      args: args(listJoinRequests, t, PAGE_ARGUMENTS),
      extensions: runs(listJoinRequests),
      resolve: async (_root, given, context) => connectionOf(await read(listJoinRequests, given, context)) as never,
    },
    ...connectionTypes('JoinRequest', 'join requests'),
  ),
)

mutation(requestToJoin, 'POST /v1/companies/{company_id}/join', (t) => ({
  joinRequest: t.field({
    type: JoinRequest,
    description: 'The request, waiting to be decided.',
    resolve: (request) => request,
  }),
}))
mutation(acceptJoinRequest, 'POST /v1/companies/{company_id}/join-requests/{join_request_id}/accept', (t) => ({
  joinRequest: t.field({ type: JoinRequest, description: 'The request, accepted.', resolve: (request) => request }),
}))
mutation(rejectJoinRequest, 'POST /v1/companies/{company_id}/join-requests/{join_request_id}/reject', (t) => ({
  joinRequest: t.field({ type: JoinRequest, description: 'The request, rejected.', resolve: (request) => request }),
}))

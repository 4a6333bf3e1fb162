import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { type Access, grants } from '../auth/scopes.ts'
import { requireAccess } from '../auth/actor.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import { pageInput } from '../operation/pagination.ts'
import { limits } from '../values/limits.ts'
import type { Context } from './context.ts'
import './failures-plugin.ts'
import './loaded-columns.ts'
import './scopes-plugin.ts'
import { decimalScalar, fileScalar, jsonScalar, textScalar, textScalars } from './scalars.ts'

type TextTypes = { Input: unknown; Output: unknown }

interface BuilderTypes {
  PrismaTypes: PrismaTypes
  Context: Context
  AuthScopes: { access: Access }
  DefaultFieldNullability: false
  DefaultEdgesNullability: false
  DefaultNodeNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    DateTime: TextTypes
    Date: TextTypes
    CurrencyCode: TextTypes
    CountryCode: TextTypes
    PeppolId: TextTypes
    VatNumber: TextTypes
    Decimal: TextTypes
    JSON: { Input: unknown; Output: unknown }
    File: { Input: unknown; Output: unknown }
  }
  Connection: { totalCount: () => Promise<number> }
}

export const builder = new SchemaBuilder<BuilderTypes>({
  // The first plugin wraps all others.
  plugins: ['failures', 'heldScopes', RelayPlugin, 'loadedColumns', PrismaPlugin],
  defaultFieldNullability: false,
  scopeAuth: {
    authScopes: ({ call }) => ({ access: (access: Access) => grants(call.actor.scopes, access) }),
    authorizeOnSubscribe: true,
    treatErrorsAsUnauthorized: false,
    unauthorizedError: (_parent, { call }, _info, result) => {
      const wanted = 'reason' in result ? result : undefined
      try {
        if (call.actor.kind === 'public') requireAccess(call.actor, 'authenticated')
      } catch (error) {
        return error as Error
      }
      return new AppError('INSUFFICIENT_SCOPE', {
        message: wanted?.message ?? 'The credentials lack the scope that this type requires.',
      })
    },
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The rows of the page, without their cursors.' },
    edgesFieldOptions: { description: 'The rows of the page, each with its cursor.' },
    pageInfoFieldOptions: { description: 'Position of the page in the list.' },
    nodeFieldOptions: { description: 'The row itself.' },
    cursorFieldOptions: {
      description: 'Cursor of the row: an opaque text, valid only for this list with the same filters and order.',
    },
    pageInfoTypeOptions: { description: 'Position of a page in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more rows follow the page.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows precede the page.' },
    startCursorFieldOptions: {
      description: 'Cursor of the first row. Use it as `before` to read the previous page. Null on an empty page.',
    },
    endCursorFieldOptions: {
      description: 'Cursor of the last row. Use it as `after` to read the next page. Null on an empty page.',
    },
    firstArgOptions: { description: pageInput.first.description },
    afterArgOptions: { description: 'Only rows after this cursor.' },
    lastArgOptions: { description: pageInput.last.description },
    beforeArgOptions: { description: 'Only rows before this cursor.' },
  },
  prisma: {
    client: ({ call }: Context) => call.platform.db.client,
    dmmf: getDatamodel(),
    defaultConnectionSize: limits.defaultPageRows,
    maxConnectionSize: limits.pageRows,
  },
})

for (const [name, scalar] of Object.entries(textScalars)) builder.scalarType(name as 'DateTime', textScalar(scalar))
builder.scalarType('Decimal', decimalScalar)
builder.scalarType('JSON', jsonScalar)
builder.scalarType('File', fileScalar)

builder.queryType({ description: 'Operations that read data.' })
builder.mutationType({
  description:
    'Operations that change data. Each has one argument, `input`. With the header ' +
    '`Idempotency-Key`, or `idempotencyKey` in the input, a repeated request is carried out only once. Who selects ' +
    '`refusal` gets an expected refusal as data, and everybody else as an error.',
})
builder.subscriptionType({ description: 'Live events, over graphql-ws at the same address or as Server-Sent Events.' })

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'Number of rows in the whole list. It is counted only when it is requested.',
    resolve: (connection) => connection.totalCount(),
  }),
)

import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { type Access, grants } from '../auth/scopes.ts'
import { requireAccess } from '../auth/actor.ts'
import { AppError } from '../kernel/errors/app-error.ts'
import type PrismaTypes from '../generated/pothos.ts'
import { getDatamodel } from '../generated/pothos.ts'
import type { Context } from './context.ts'
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
  plugins: ['heldScopes', RelayPlugin, 'loadedColumns', PrismaPlugin],
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
        message: wanted?.message ?? 'The credentials lack the scope that this type needs.',
      })
    },
  },
  relay: {
    nodeQueryOptions: false,
    nodesQueryOptions: false,
    nodesOnConnection: { description: 'The rows, without their cursors.' },
    edgesFieldOptions: { description: 'The rows, each with its cursor.' },
    pageInfoFieldOptions: { description: 'Where the page stands in the list.' },
    nodeFieldOptions: { description: 'The row.' },
    cursorFieldOptions: {
      description: 'Where the row stands in the list: opaque, and of use for this list with these filters only.',
    },
    pageInfoTypeOptions: { description: 'Where a page stands in its list.' },
    hasNextPageFieldOptions: { description: 'Whether more rows follow.' },
    hasPreviousPageFieldOptions: { description: 'Whether rows come before.' },
    startCursorFieldOptions: { description: 'Cursor of the first row: give it as `before` to go back.' },
    endCursorFieldOptions: { description: 'Cursor of the last row: give it as `after` to go on.' },
    firstArgOptions: { description: 'How many from the start (default 20, at most 100).' },
    afterArgOptions: { description: 'Continue after this cursor.' },
    lastArgOptions: { description: 'How many from the end (at most 100).' },
    beforeArgOptions: { description: 'Continue before this cursor.' },
  },
  prisma: {
    client: ({ call }: Context) => call.platform.db.client,
    dmmf: getDatamodel(),
    defaultConnectionSize: 20,
    maxConnectionSize: 100,
  },
})

for (const [name, scalar] of Object.entries(textScalars)) builder.scalarType(name as 'DateTime', textScalar(scalar))
builder.scalarType('Decimal', decimalScalar)
builder.scalarType('JSON', jsonScalar)
builder.scalarType('File', fileScalar)

builder.queryType({ description: 'Everything that reads.' })
builder.mutationType({
  description:
    'Everything that changes something. Each takes one `input`; an `Idempotency-Key` header, or `idempotencyKey` in ' +
    'the input, makes it happen once only.',
})
builder.subscriptionType({ description: 'Live events: over graphql-ws at this address, or as Server-Sent Events.' })

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    description: 'How many rows the whole list has. Counted only when asked for.',
    resolve: (connection) => connection.totalCount(),
  }),
)

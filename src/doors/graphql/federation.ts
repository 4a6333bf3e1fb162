/**
 * The schema as a subgraph: for a router that joins it with the schemas of others (GraphQL Federation 2). Every object
 * with a public identifier is an entity.
 */
import {
  isInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLUnionType,
  extendSchema,
  parse,
  printSchema,
} from 'graphql'
import { AppError, refusal } from '../../kernel/errors/app-error.ts'
import type { Context } from '../../graphql/context.ts'
import { limits } from '../../values/limits.ts'
import { findNode } from './node.ts'

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.5", import: ["@key", "@shareable"])\n\n'

const entitiesOf = (schema: GraphQLSchema): string[] => {
  const node = schema.getType('Node')
  return isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : []
}

/** What a router composes: every entity has its key, and what all schemas with pages have may stand in several. */
const subgraphText = (schema: GraphQLSchema): string => {
  const entities = new Set(entitiesOf(schema))
  const marked = printSchema(schema).replace(/^type (\w+)([^{\n]*) {$/gm, (line, name: string, rest: string) => {
    if (entities.has(name)) return `type ${name}${rest} @key(fields: "id") {`
    return name === 'PageInfo' ? `type ${name}${rest} @shareable {` : line
  })
  return LINK + marked.replace(/^ {2}(nodes?\([^]*?\): (?:Node|\[Node\]))$/m, '  $1 @shareable')
}

interface Representation {
  __typename?: unknown
  id?: unknown
}

const entityOf = async ({ __typename: type, id }: Representation, context: Context): Promise<object> => {
  if (typeof id !== 'string' || typeof type !== 'string')
    throw refusal(
      'INVALID_REQUEST',
      'representations',
      'A representation has the `__typename` and the `id` of an object.',
    )
  const found = await findNode(id, context)
  if (found.__typename !== type) throw new AppError('RESOURCE_NOT_FOUND')
  return found
}

/** The same schema with what routers ask for. */
export const asSubgraph = (schema: GraphQLSchema): GraphQLSchema => {
  const sdl = subgraphText(schema)
  const extended = extendSchema(
    schema,
    parse(`
      "The schema as a subgraph."
      type _Service { "The text of the schema." sdl: String! }
      "The type and the key of an object."
      scalar _Any
      union _Entity = ${entitiesOf(schema).join(' | ')}
      extend type Query {
        "The text of the schema, for composition."
        _service: _Service!
        "Objects by their keys, for routers. Null, with an error, in place of each that was not found."
        _entities("At most ${limits.nodeIds} representations." representations: [_Any!]!): [_Entity]!
      }
    `),
  )
  const { _service: service, _entities: entities } = (extended.getQueryType() as GraphQLObjectType).getFields()
  if (!service || !entities) throw new Error('The schema could not be extended.')
  service.resolve = () => ({ sdl })
  entities.resolve = async (_root, { representations }: { representations: Representation[] }, context: Context) => {
    if (representations.length > limits.nodeIds)
      throw refusal('INVALID_REQUEST', 'representations', `At most ${limits.nodeIds} representations.`)
    return Promise.all(representations.map((one) => entityOf(one, context).catch((error: unknown) => error)))
  }
  const union = extended.getType('_Entity') as GraphQLUnionType
  union.resolveType = ({ __typename }: { __typename: string }) => __typename
  return extended
}

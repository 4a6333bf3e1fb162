/** Marks the fields, arguments and values of a schema that will go. */
import { type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql'
import { type Deprecations, deprecationText } from '../../values/deprecations.ts'

const COORDINATE = /^(\w+)\.(\w+)(?:\((\w+):\))?$/

/** What a coordinate of the schema names. */
const memberOf = (schema: GraphQLSchema, coordinate: string): { deprecationReason?: unknown } | undefined => {
  const [, typeName = '', name = '', argument] = COORDINATE.exec(coordinate) ?? []
  const type = schema.getType(typeName)
  if (isEnumType(type)) return type.getValue(name) ?? undefined
  if (isInputObjectType(type)) return type.getFields()[name]
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined
  const field = type.getFields()[name]
  return argument === undefined ? field : field?.args.find((one) => one.name === argument)
}

/** Throws for a coordinate that the schema does not have. Those of REST begin with a method, and are left alone. */
export const deprecate = (schema: GraphQLSchema, table: Deprecations): void => {
  for (const [coordinate, deprecation] of Object.entries(table)) {
    if (coordinate.includes(' ')) continue
    const member = memberOf(schema, coordinate)
    if (!member) throw new Error(`The schema has no ${coordinate}, which is deprecated.`)
    member.deprecationReason = deprecationText(deprecation)
  }
}

/** All fields of all domains, in one schema. */
import '../../companies/schema.ts'
import '../../companies/schema-import.ts'
import '../../companies/schema-join.ts'
import '../../companies/schema-ownership.ts'
import '../../companies/schema-resolve.ts'
import '../../documents/schema.ts'
import '../../documents/schema-actions.ts'
import '../../documents/schema-content.ts'
import '../../documents/schema-exchange.ts'
import '../../documents/schema-files.ts'
import '../../documents/schema-related.ts'
import '../../documents/schema-company.ts'
import '../../compliance/schema.ts'
import '../../lifecycle/schema.ts'
import '../../partners/schema.ts'
import '../../payments/schema.ts'
import '../../directory/schema.ts'
import '../../keys/schema.ts'
import '../../identity/schema.ts'
import '../../requests/schema.ts'
import '../../sandbox/schema.ts'
import '../../events/schema.ts'
import '../../webhooks/schema.ts'
import '../../stats/schema.ts'
import '../../categorization/schema.ts'
import './subscriptions.ts'
import './node.ts'
import { type GraphQLObjectType, specifiedDirectives } from 'graphql'
import { routes } from '../../../rest-compat/routes/index.ts'
import { builder } from '../../graphql/builder.ts'
import { idempotentDirective } from '../../graphql/idempotent.ts'
import { coordinateOf } from '../../http/route.ts'
import { deprecations } from '../../values/deprecations.ts'
import { deprecate } from './deprecate.ts'

export const schema = builder.toSchema({ directives: [...specifiedDirectives, idempotentDirective] })

/** Each field names the REST paths that run the same operation. */
for (const [field, rows] of Map.groupBy(routes, (route) => route.field)) {
  const [type = '', name = ''] = field.split('.')
  const found = (schema.getType(type) as GraphQLObjectType | undefined)?.getFields()[name]
  if (!found) throw new Error(`No field ${field} for the path ${rows[0]?.path}.`)
  const paths = rows.map((row) => `\`${coordinateOf(row)}\``).join(', ')
  found.description = `${found.description} REST: ${paths}.`
}

deprecate(schema, deprecations)

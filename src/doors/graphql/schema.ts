/** All fields of all domains, in one schema. */
import '../../bulk/schema.ts'
import '../../companies/schema.ts'
import '../../companies/schema-addresses.ts'
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
import '../../compliance/schema-periods.ts'
import '../../lifecycle/schema.ts'
import '../../partners/schema.ts'
import '../../payments/schema.ts'
import '../../procurement/schema.ts'
import '../../directory/schema.ts'
import '../../directory/schema-french.ts'
import '../../keys/schema.ts'
import '../../oauth/schema.ts'
import '../../identity/schema.ts'
import '../../requests/schema.ts'
import '../../sandbox/schema.ts'
import '../../sandbox/schema-stories.ts'
import '../../events/schema.ts'
import '../../webhooks/schema.ts'
import '../../stats/schema.ts'
import '../../flows/schema.ts'
import '../../tenants/schema.ts'
import '../../tenants/schema-audit.ts'
import '../../tenants/schema-settings.ts'
import '../../tenants/schema-companies.ts'
import '../../tenants/schema-domains.ts'
import '../../tenants/schema-keys.ts'
import '../../tenants/schema-life.ts'
import '../../tenants/schema-onboarding.ts'
import '../../tenants/schema-organization.ts'
import '../../categorization/schema.ts'
import '../../portability/schema.ts'
import './subscriptions.ts'
import './node.ts'
import { type GraphQLObjectType, specifiedDirectives } from 'graphql'
import { routes as afnorRoutes, sharing } from '../../../afnor/routes/index.ts'
import { routes as restRoutes } from '../../../rest-compat/routes/index.ts'
import { builder } from '../../graphql/builder.ts'
import { idempotentDirective } from '../../graphql/idempotent.ts'
import { type Route, coordinateOf } from '../../http/route.ts'
import { deprecations } from '../../values/deprecations.ts'
import { deprecate } from './deprecate.ts'
import { sayInLanguage } from './say-in-language.ts'

export const schema = builder.toSchema({ directives: [...specifiedDirectives, idempotentDirective] })

const routes = [...restRoutes, ...afnorRoutes, ...sharing]

const pathsOf = (rows: readonly Route[]): string =>
  [...new Set(rows.map((row) => `\`${coordinateOf(row)}\``))].join(', ')

const fieldsOf = (type: string) => (schema.getType(type) as GraphQLObjectType | undefined)?.getFields() ?? {}

/** Each field names the REST paths that run the same operation. */
for (const [name, rows] of Map.groupBy(routes, ({ field }) => field)) {
  const [type = '', field = ''] = name.split('.')
  const found = fieldsOf(type)[field]
  if (!found) throw new Error(`No field ${name} for the path ${rows[0]?.path}.`)
  found.description = `${found.description} REST: ${pathsOf(rows)}.`
}

/** So does a field that finds the same by another key. */
for (const field of Object.values(fieldsOf('Query'))) {
  const rows = routes.filter(({ operation }) => operation === field.extensions['operation'])
  const isNamed = rows.some((row) => row.field === `Query.${field.name}`)
  if (!isNamed && rows.length > 0) field.description = `${field.description} REST: ${pathsOf(rows)}.`
}

deprecate(schema, deprecations)
sayInLanguage(schema)

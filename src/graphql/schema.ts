/** All fields of all domains, in one schema. */
import '../companies/schema.ts'
import '../documents/schema.ts'
import '../compliance/schema.ts'
import '../lifecycle/schema.ts'
import '../partners/schema.ts'
import '../payments/schema.ts'
import '../directory/schema.ts'
import '../keys/schema.ts'
import '../identity/schema.ts'
import '../requests/schema.ts'
import '../sandbox/schema.ts'
import '../events/schema.ts'
import '../webhooks/schema.ts'
import './node.ts'
import { builder } from './builder.ts'

export const schema = builder.toSchema()

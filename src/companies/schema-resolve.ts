import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { resolveCompany } from './resolve-company.ts'
import { resolvedView } from './resolve-view.ts'

query('resolveCompany', resolveCompany, objectOf(resolvedView, { authScopes: { access: 'companies.read' } }))

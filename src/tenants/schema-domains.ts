import { deletedId } from '../graphql/changed.ts'
import { mutation, mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages, query } from '../graphql/query.ts'
import { checkDomain } from './domains/check-domain.ts'
import { claimDomain } from './domains/claim-domain.ts'
import { domainView } from './domains/domain-view.ts'
import { getDomain } from './domains/get-domain.ts'
import { listDomains } from './domains/list-domains.ts'
import { releaseDomain } from './domains/release-domain.ts'

const Domain = objectOf(domainView, { authScopes: { access: 'platform' } })

query('domain', getDomain, Domain, { id: 'domainId' })
pages('domains', listDomains, Domain, { row: 'Domain', rows: 'domains' })
mutationOf(claimDomain, 'domain', Domain, 'The domain, with the records that it needs.')
mutationOf(checkDomain, 'domain', Domain, 'The domain as it was found.')
mutation(releaseDomain, (t) => ({ deletedId: deletedId<{ id: string }>(t, ({ id }) => id) }))

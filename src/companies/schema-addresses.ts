import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { addCompanyAddress } from './addresses/add-company-address.ts'
import { endCompanyAddress } from './addresses/end-company-address.ts'
import { listCompanyAddresses } from './addresses/list-company-addresses.ts'
import { companyAddressView } from './addresses/view.ts'

const CompanyAddress = objectOf(companyAddressView, { authScopes: { access: 'companies.read' } })

query('companyAddresses', listCompanyAddresses, [CompanyAddress])

mutationOf(addCompanyAddress, 'address', CompanyAddress, 'The new address.')
mutationOf(endCompanyAddress, 'address', CompanyAddress, 'The address with its end.')

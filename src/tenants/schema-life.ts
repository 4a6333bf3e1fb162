import { Company } from '../companies/schema.ts'
import { mutationOf } from '../graphql/field.ts'
import { offboardCompany } from './offboard-company.ts'
import { reactivateCompany } from './reactivate-company.ts'
import { resumeCompany } from './resume-company.ts'
import { setCompanyQuotas } from './set-quotas.ts'
import { suspendCompany } from './suspend-company.ts'

mutationOf(suspendCompany, 'company', Company, 'The company, which is now suspended.')
mutationOf(resumeCompany, 'company', Company, 'The company, which is active again.')
mutationOf(offboardCompany, 'company', Company, 'The company, which has left.')
mutationOf(reactivateCompany, 'company', Company, 'The company, which is active again.')
mutationOf(setCompanyQuotas, 'company', Company, 'The company after the change.')

import { type CompanyRow, companyToChange } from '../../companies/company.ts'
import { refusal } from '../../kernel/errors/app-error.ts'
import { sirenOf } from '../../lifecycle/messages/facts.ts'
import type { Run } from '../../operation/operation.ts'

/** The company that reports, held until what it tells is kept. The French portal knows it by its SIREN. */
export const reportingCompany = async ({ db, actor }: Run, ref: string | undefined): Promise<CompanyRow> => {
  const named = ref ?? actor.companyId
  if (named === null) throw refusal('MISSING_FIELD', 'companyId', 'Name the company that reports.')
  const company = await companyToChange(db, actor, named)
  if (company.country !== 'FR')
    throw refusal('INVALID_REQUEST', 'companyId', 'Only French companies report to the French portal.')
  if (sirenOf(company) === undefined)
    throw refusal('INVALID_REQUEST', 'companyId', 'The company has no SIREN: give it its VAT number.')
  return company
}

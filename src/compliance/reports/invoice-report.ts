import type { CompanyRow } from '../../companies/company.ts'
import { outcomes } from '../../formats/fatturapa/messages.ts'
import type { PendingReport } from './append-reports.ts'
import { automaticAuthority } from '../../companies/authorities.ts'

/** What the interchange system takes of a buyer's decisions. */
export const isToldToSdi = (status: string): status is keyof typeof outcomes => status in outcomes

const FISCAL = new Set(['invoice', 'credit-note', 'debit-note'])

/** The report of an invoice to the authority that wants to have it whole: the Italian one. */
export const invoiceReports = (company: CompanyRow, document: { id: string; type: string }): PendingReport[] =>
  automaticAuthority(company) === 'SDI' && FISCAL.has(document.type)
    ? [
        {
          organizationId: company.organizationId,
          companyId: company.id,
          documentId: document.id,
          country: 'IT',
          reportedTo: 'SDI',
          subject: 'invoice',
        },
      ]
    : []

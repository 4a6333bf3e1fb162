import type { CompanyRow } from '../../companies/company.ts'
import { outcomes } from '../../formats/fatturapa/messages.ts'
import type { PendingReport } from './append-reports.ts'
import { automaticAuthority } from '../../companies/authorities.ts'
import { isInvoiceKind } from '../../values/document-types.ts'

/** What the interchange system takes of a buyer's decisions. */
export const isToldToSdi = (status: string): status is keyof typeof outcomes => status in outcomes

/** The report of an invoice to the authority that wants to have it whole: the Italian one. */
export const invoiceReports = (company: CompanyRow, document: { id: string; type: string }): PendingReport[] =>
  automaticAuthority(company) === 'SDI' && isInvoiceKind(document.type)
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

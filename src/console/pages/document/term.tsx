import type { DocumentType } from '#operations'
import type { Shown } from '../../data/shown.ts'

/** The norm names the terms of invoices; orders have others. */
const ofTheNorm: ReadonlySet<DocumentType> = new Set<DocumentType>(['INVOICE', 'CREDIT_NOTE', 'DEBIT_NOTE'])

interface TermProps {
  document: Pick<Shown, 'type'>
  name: string
  term: string
}

/** What the norm calls a thing, for whoever points at it. */
export const Term = ({ document: { type }, name, term }: TermProps) =>
  term !== '' && ofTheNorm.has(type) ? <abbr title={term}>{name}</abbr> : name

/** What a domain answers. */
import { isIP } from 'node:net'
import { recordNameOf } from '../../companies/ownership-proof.ts'
import { domainProblems } from '../../engine/feed/tenant-events.ts'
import { DomainProblem, DomainStatus } from '../../generated/prisma/enums.ts'
import { choice, choiceOf, flag, id, instant, object, text, view } from '../../operation/view.ts'
import type { ShownDomain } from './domain.ts'

const domainStatusChoice = choiceOf('DomainStatus', Object.values(DomainStatus), {
  pending: 'The proof was not found in the DNS so far.',
  verified: 'The proof was found, and the domain does not lead here so far.',
  active: 'The domain is served.',
  failed: 'The records did not come within seven days, or they are gone. The domain is not served, nor looked up.',
})

const domainProblemChoice = choiceOf('DomainProblem', Object.values(DomainProblem), domainProblems)

interface DnsRecord {
  type: string
  name: string
  value: string
  why: string
}

const typeOf = (target: string): string => ({ 4: 'A', 6: 'AAAA' })[isIP(target)] ?? 'CNAME'

const recordsOf = ({ name, token, target }: Pick<ShownDomain, 'name' | 'token' | 'target'>): DnsRecord[] => [
  { type: 'TXT', name: recordNameOf(name), value: token, why: 'Proves that the domain is yours. It has to stay.' },
  { type: typeOf(target), name, value: target, why: 'Leads the domain here.' },
]

const recordView = view<DnsRecord>()('DnsRecord', 'A record that a domain needs in the DNS.', {
  type: text('`TXT`, and `CNAME` or, where the service has no name, `A` or `AAAA`.').like('TXT'),
  name: text('Name of the record.').like('_invoice-exchange.pay.atelier.example'),
  value: text('Value of the record.').like('invoice-exchange=5f0c…'),
  why: text('What it is for.'),
})

export const domainView = view<ShownDomain>()('Domain', 'An own domain of an organization, or of one company.', {
  id: id('Identifier, `dom_…`.'),
  domain: text('The domain, in the letters of the DNS.').like('pay.atelier.example').from('name'),
  companyId: id('The company that it is for. Null for the whole organization.').orNull(),
  status: choice(domainStatusChoice, 'Status.'),
  problem: choice(domainProblemChoice, 'What is missing. Null while all is well, and before the first look.').orNull(),
  records: object(recordView, 'The records that it needs in the DNS.')
    .list()
    .by(['name', 'token', 'target'], recordsOf),
  preferred: flag('Whether links begin with it where several domains could (`customDomain` of the settings).'),
  createdAt: instant('When it was claimed.'),
  checkedAt: instant('When it was last looked up. Null before the first time.').orNull(),
  soundAt: instant('When everything was last found as it has to be. Null when it never was.').orNull(),
  updatedAt: instant('When it was last changed.'),
})

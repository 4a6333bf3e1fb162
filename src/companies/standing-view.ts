/** What the authority of a company's country says of it, and what the company says itself. */
import type { AuthorityStatus, StandingColumns } from './reporting-standing.ts'
import { authorityNames } from './authorities.ts'
import { choice, choiceOf, instant, object, text, view } from '../operation/view.ts'

export const standingColumns: readonly (keyof StandingColumns)[] = ['compliance', 'country', 'vatNumber', 'status']

export const authorityChoice = choiceOf('Authority', authorityNames, {
  PPF: 'The French public invoicing portal.',
  SDI: 'The Italian interchange system.',
})

export const standingChoice = choiceOf('ComplianceStanding', ['not_registered', 'pending', 'active', 'error'], {
  not_registered: 'The company is not active, so nothing is reported.',
  pending: 'The authority has not answered yet.',
  active: 'The authority has answered.',
  error: 'A report could not be delivered in time.',
})

const lastErrorView = view<NonNullable<AuthorityStatus['lastError']>>()(
  'ComplianceError',
  'The last error in reporting to an authority.',
  {
    at: instant('When the error happened.'),
    code: text('Code of the refusal or failure.'),
    message: text('What went wrong, in a sentence.'),
  },
)

/** What the other country has, this one does not say. */
const ofCountry = (name: 'directoryLine' | 'recipientCode' | 'pec', description: string) =>
  text(`${description} Null elsewhere, and where it is not known.`)
    .orNull()
    .by<AuthorityStatus>([name], ({ [name]: word }) => (typeof word === 'string' ? word : null))

export const standingView = view<AuthorityStatus>()(
  'CompanyCompliance',
  'Where a company stands with the authority that it reports to.',
  {
    platform: choice(authorityChoice, 'The authority.'),
    status: choice(standingChoice, "Status of the company's reporting."),
    registeredAt: instant('Since when the authority knows the company. Null when it does not, or did not say.')
      .orNull()
      .by<AuthorityStatus>(['registeredAt'], ({ registeredAt }) => registeredAt ?? null),
    directoryLine: ofCountry('directoryLine', 'France: the entry of the company in the directory of the portal.'),
    recipientCode: ofCountry('recipientCode', 'Italy: the code that the interchange system delivers to.'),
    pec: ofCountry('pec', 'Italy: the certified e-mail address that the interchange system delivers to.'),
    lastReportAt: instant('When the authority last accepted a report. Null when it has not yet.').orNull(),
    lastError: object(lastErrorView, 'The last error in reporting. Null when there is none.').orNull(),
  },
)

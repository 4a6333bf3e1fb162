import { JoinStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, id, instant, part, text, view } from '../operation/view.ts'
import type { JoinRequestRow } from './join-request.ts'

const joinStatusChoice = choiceOf('JoinStatus', Object.values(JoinStatus), {
  pending: 'No admin has decided yet.',
  accepted: 'An admin accepted the request.',
  rejected: 'An admin rejected the request.',
})

const requesterView = view<Pick<JoinRequestRow, 'userId' | 'email'>>()('Requester', 'The user who asks to join.', {
  userId: id('Identifier of the user at the identity provider.'),
  email: text('E-mail address of the user. Null when the token has none.').orNull(),
})

export const joinRequestView = view<JoinRequestRow>()('JoinRequest', 'A request of a user to join a company.', {
  id: id('Identifier, `jreq_…`.'),
  companyId: id('Identifier of the company.'),
  companyName: text('Display name of the company.').by(
    ['company'],
    ({ company }: Pick<JoinRequestRow, 'company'>) => company.name,
  ),
  requester: part(requesterView, 'The user who asks to join.'),
  status: choice(joinStatusChoice, 'Status of the request.'),
  createdAt: instant('When the user made the request.'),
  decidedAt: instant('When the request was decided. Null while it is pending.').orNull(),
  decidedBy: text('The user or API key that decided. Null while the request is pending.').orNull(),
})

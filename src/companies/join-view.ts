import { JoinStatus } from '../generated/prisma/enums.ts'
import { choice, choiceOf, id, instant, part, text, view } from '../operation/view.ts'
import type { JoinRequestRow } from './join-request.ts'

const joinStatusChoice = choiceOf('JoinStatus', Object.values(JoinStatus), {
  pending: 'Nobody has decided yet.',
  accepted: 'The user was let in.',
  rejected: 'The user was turned down.',
})

const requesterView = view<Pick<JoinRequestRow, 'userId' | 'email'>>()('Requester', 'The user who asks.', {
  userId: id('The user, as the identity provider names it.'),
  email: text('Its address, where the token tells it.').orNull(),
})

export const joinRequestView = view<JoinRequestRow>()('JoinRequest', 'A user asks to join a company.', {
  id: id('Identifier, `jreq_…`.'),
  companyId: id('The company.'),
  companyName: text('What it is called.').by(
    ['company'],
    ({ company }: Pick<JoinRequestRow, 'company'>) => company.name,
  ),
  requester: part(requesterView, 'Who asks.'),
  status: choice(joinStatusChoice, 'Where it stands.'),
  createdAt: instant('When it was asked.'),
  decidedAt: instant('When it was decided.').orNull(),
  decidedBy: text('The user or key that decided.').orNull(),
})

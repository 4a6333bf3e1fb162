/** Links to the page on which a customer confirms its company. */
import type { OnboardingLink } from '../generated/prisma/client.ts'
import { extend, id, instant, object, text, view } from '../operation/view.ts'
import type { Signature } from './onboarding-link.ts'
import { fromStored } from '../kernel/stored-json.ts'

const signatureView = view<Signature>()('MandateSignature', 'Who signed a mandate, and what was signed.', {
  name: text('Name of the person.'),
  role: text('What the person is in the company.'),
  signedAt: instant('When it was signed.').by<Signature>(['signedAt'], ({ signedAt }) => new Date(signedAt)),
  address: text('Address that it was signed from; of IPv6, its network of 64 bits.'),
  text: text('What was signed, word by word.'),
  sha256: text('Hexadecimal SHA-256 of the text.'),
})

export const onboardingLinkView = view<OnboardingLink>()('OnboardingLink', 'A link for a customer to sign once.', {
  id: id('Identifier, `onb_…`.'),
  companyId: id('The company.'),
  createdAt: instant('When the link was made.'),
  expiresAt: instant('Until when it works.'),
  completedAt: instant('When the customer signed. Null before.').orNull(),
  signature: object(signatureView, 'The proof of the signature. Null before.')
    .orNull()
    .by<OnboardingLink>(['signature'], ({ signature }) => fromStored<Signature | null>(signature)),
})

export const newOnboardingLinkView = extend<OnboardingLink, { url: string }>(onboardingLinkView)(
  'NewOnboardingLink',
  'A new link for a customer.',
  { url: text('Address of the page. Send it to the customer: it is shown only in this answer.') },
)

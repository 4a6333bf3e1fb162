import { mutation } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { pages } from '../graphql/query.ts'
import { createOnboardingLink } from './create-onboarding-link.ts'
import { listOnboardingLinks } from './list-onboarding-links.ts'
import { onboardingLinkView } from './onboarding-link-view.ts'

const OnboardingLink = objectOf(onboardingLinkView, { authScopes: { access: 'platform' } })

pages('onboardingLinks', listOnboardingLinks, OnboardingLink, { row: 'OnboardingLink', rows: 'links' })
mutation(createOnboardingLink, (t) => ({
  link: t.field({ type: OnboardingLink, description: 'The new link.', resolve: (made) => made }),
  url: t.exposeString('url', {
    description: 'Address of the page. Send it to the customer: it is shown only in this answer.',
  }),
}))

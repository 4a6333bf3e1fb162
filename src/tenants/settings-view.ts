/** The settings of a platform, or of one of its companies. */
import type { Brand, CompanyDefaults } from '../companies/brand.ts'
import { fullCapabilities } from '../companies/company.ts'
import { capabilitiesView } from '../companies/view.ts'
import { choice, flag, free, id, instant, integer, object, text, view } from '../operation/view.ts'
import { eventChoice } from '../webhooks/view.ts'
import type { ShownSettings } from './tenant-settings.ts'

const colorsView = view<Brand['colors']>()('BrandColors', 'Colours that can be read on each other.', {
  primary: text('Colour of titles, table heads and buttons.').like('#1f4e79'),
  background: text('Colour of the background of pages.').like('#ffffff'),
  text: text('Colour of text on the background.').like('#222222'),
})

const brandView = view<Brand>()('Brand', 'The look of documents, mails and pages.', {
  name: text('Name of the product.').orNull(),
  logo: text('Logo, as a `data:` address with a PNG or a safe SVG drawing.').orNull(),
  colors: object(colorsView, 'Colours.'),
  supportEmail: text('Address for questions.').orNull(),
  senderName: text('Name of the sender of mails.').orNull(),
  letterhead: flag('Whether documents of companies without a letterhead of their own have the logo and the colour.'),
})

const defaultsView = view<CompanyDefaults>()('CompanyDefaults', 'What new companies begin with.', {
  settings: free('Settings of new companies.').orAbsent(),
  capabilities: object(capabilitiesView, 'Kinds of documents that new companies send and receive.')
    .orNull()
    .by(['capabilities'], ({ capabilities: given }: CompanyDefaults) =>
      given ? { ...fullCapabilities, ...given } : null,
    ),
  webhookEvents: choice(eventChoice, 'Kinds of events of a webhook that names none.').list().orAbsent(),
  documentsPerMonth: integer('Documents that a new company may send in a month.').orAbsent(),
  requestsPerMinute: integer('Requests per minute of all keys of a new company.').orAbsent(),
  storageMegabytes: integer('Megabytes that documents of a new company may take.').orAbsent(),
})

export const settingsView = view<ShownSettings>()(
  'PlatformSettings',
  'What a platform decides for its companies, or for one of them.',
  {
    companyId: id('The company. Null for the whole organization.').orNull(),
    branding: object(brandView, 'The look that holds, with what is inherited.'),
    ownBranding: text('Names of the fields of the branding that are said here, and not inherited.')
      .list()
      .by(['own'], ({ own }: Pick<ShownSettings, 'own'>) => Object.keys(own).toSorted()),
    defaults: object(defaultsView, 'What new companies begin with. Null for a single company.').orNull(),
    customDomain: text('The own domain that links in mails begin with. Null when no domain is active.')
      .orNull()
      .like('pay.atelier.example'),
    updatedAt: instant('When the settings were last changed. Null when they never were.').orNull(),
  },
)

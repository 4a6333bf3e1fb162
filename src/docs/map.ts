/** Every page of the documentation, in the order in which it is read, and its title in both languages. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]
export type Words = Readonly<Record<Language, string>>

export interface Page {
  /** Its place below `/docs/` and `/docs/fr/`; for a text of its own also the path of its file, without `.md`. */
  slug: string
  title: Words
  /** It is made of the product itself, and has no file. */
  made?: true
}

interface Part {
  title: Words
  pages: readonly Page[]
}

const text = (slug: string, en: string, fr: string): Page => ({ slug, title: { en, fr } })
const made = (slug: string, en: string, fr: string): Page => ({ slug, title: { en, fr }, made: true })

export const parts: readonly Part[] = [
  {
    title: { en: 'Begin', fr: 'Débuter' },
    pages: [text('start', 'Your first invoice in five minutes', 'Votre première facture en cinq minutes')],
  },
  {
    title: { en: 'Concepts', fr: 'Notions' },
    pages: [
      text('concepts/companies', 'Companies and addresses', 'Entreprises et adresses'),
      text('concepts/documents', 'Documents and their two lives', 'Les documents et leurs deux vies'),
      text('concepts/events', 'Events', 'Événements'),
      text('concepts/idempotency', 'Idempotency', 'Idempotence'),
      text('concepts/errors', 'Errors', 'Erreurs'),
    ],
  },
  {
    title: { en: 'Guides', fr: 'Guides' },
    pages: [
      text('guides/send', 'Send from an ERP', 'Envoyer depuis un ERP'),
      text('guides/receive', 'Receive', 'Recevoir'),
      text('guides/webhooks', 'Webhooks', 'Webhooks'),
      text('guides/live', 'A live dashboard', 'Un tableau de bord en direct'),
      text('guides/code-generation', 'Code generation', 'Génération de code'),
      text('guides/lifecycle', 'Lifecycle and disputes', 'Cycle de vie et litiges'),
      text('guides/bank-files', 'Bank files', 'Fichiers bancaires'),
      text('guides/platforms', 'Platforms', 'Plateformes'),
      text('guides/agents', 'Programs and agents', 'Programmes et agents'),
      text('guides/going-live', 'Going live', 'Passer en production'),
      text('guides/operations', 'Operations', 'Exploitation'),
    ],
  },
  {
    title: { en: 'Countries', fr: 'Pays' },
    pages: [
      text('guides/france', 'France', 'France'),
      text('guides/italy', 'Italy', 'Italie'),
      text('guides/belgium', 'Belgium', 'Belgique'),
      text('guides/germany', 'Germany', 'Allemagne'),
    ],
  },
  {
    title: { en: 'Reference', fr: 'Référence' },
    pages: [
      made('api', 'REST', 'REST'),
      made('graphql', 'GraphQL', 'GraphQL'),
      made('events', 'Events', 'Événements'),
      made('errors', 'Errors', 'Erreurs'),
      made('codes', 'Codes of deliveries and authorities', 'Codes des livraisons et des administrations'),
      made('live', 'Live events: the protocol', 'Événements en direct : le protocole'),
      made('safety', 'What you can rely on', 'Ce qui est garanti'),
      made('changelog', 'Changelog', 'Journal des modifications'),
    ],
  },
]

export const pages: readonly Page[] = parts.flatMap((part) => part.pages)

/** The words around the pages of the documentation. */
import type { Language } from '../../docs/map.ts'

const english = {
  documentation: 'Documentation',
  search: 'Search',
  menu: 'Menu',
  pages: 'Pages',
  onThisPage: 'On this page',
  key: 'Your key',
  theme: 'Light or dark',
  skip: 'Skip to the text',
  other: 'Français',
  previous: 'Before',
  next: 'Next',
  console: 'Console',
  inEnglish: 'This page is made of what the product itself says, which is in English.',
  homeTitle: 'Invoices from company to company',
  homeLead:
    'Send and receive electronic invoices over Peppol, follow what becomes of them, and report to the authorities of ' +
    'France and Italy. Everything is there by REST and by GraphQL.',
  begin: 'Send your first invoice',
  homeAgent: 'For programs that read: `/llms.txt`, `/openapi.json`, and the schema by introspection of `/graphql`.',
}
export type Chrome = typeof english

const french: Chrome = {
  documentation: 'Documentation',
  search: 'Rechercher',
  menu: 'Menu',
  pages: 'Pages',
  onThisPage: 'Sur cette page',
  key: 'Votre clé',
  theme: 'Clair ou sombre',
  skip: 'Aller au texte',
  other: 'English',
  previous: 'Précédent',
  next: 'Suivant',
  console: 'Console',
  inEnglish: 'Cette page est tirée des textes du produit, qui sont en anglais.',
  homeTitle: 'Les factures, d’entreprise à entreprise',
  homeLead:
    'Envoyez et recevez des factures électroniques par Peppol, suivez ce qu’elles deviennent et déclarez aux ' +
    'administrations française et italienne. Tout se fait en REST comme en GraphQL.',
  begin: 'Envoyer votre première facture',
  homeAgent: 'Pour les programmes : `/llms.txt`, `/openapi.json`, et le schéma par introspection de `/graphql`.',
}

export const chrome: Readonly<Record<Language, Chrome>> = { en: english, fr: french }

/** The words of ours on the pages of the reference: its parts, and what stands over what the product says. */
import type { Language } from '../../docs/map.ts'
import { sections } from '../../http/sections.ts'
import { type Html, html } from '../oauth/html.ts'

const english = {
  path: 'In the path',
  query: 'In the query',
  header: 'In the headers',
  body: 'Body',
  bodyForms: 'JSON, or one of',
  answer: 'Answer',
  answerFields: 'Fields of the answer',
  refusals: 'Refusals',
  request: 'Request',
  rest:
    'Every path runs the same operation as the field of GraphQL that it names. Send `Authorization: Bearer <key>` with ' +
    'each request. Amounts are numbers with all of their decimals, days are `2026-11-20`, and instants are in UTC. ' +
    'Lists have `data`, `hasMore` and `cursor`: send the cursor to get the next page. Refusals have a code, which the ' +
    'page of errors explains. The contract for programs is `/openapi.json`. Postman and Bruno import it.',
  graphql:
    'One schema for everything: queries, mutations, and subscriptions over WebSocket and Server-Sent Events. In the ' +
    'explorer you write a document with completion and run it with your key. Below is every type, with what its fields mean.',
  openExplorer: 'Open the explorer',
  operations: 'Operations',
  fields: 'fields',
  objects: 'Objects',
  payloads: 'Answers of mutations',
  interfaces: 'Interfaces and unions',
  inputs: 'Inputs',
  enums: 'Enums',
  scalars: 'Scalars',
  usedBy: 'Used by',
}
type ReferenceWords = typeof english

const french: ReferenceWords = {
  path: 'Dans le chemin',
  query: 'Dans la requête',
  header: 'Dans les en-têtes',
  body: 'Corps',
  bodyForms: 'JSON, ou l’un de',
  answer: 'Réponse',
  answerFields: 'Champs de la réponse',
  refusals: 'Refus',
  request: 'Requête',
  rest:
    'Chaque chemin exécute la même opération que le champ GraphQL qu’il nomme. Envoyez `Authorization: Bearer <key>` ' +
    'avec chaque requête. Les montants sont des nombres avec toutes leurs décimales, les jours s’écrivent ' +
    '`2026-11-20` et les instants sont en UTC. Les listes ont `data`, `hasMore` et `cursor` : renvoyez le curseur pour ' +
    'obtenir la page suivante. Chaque refus a un code, que la page des erreurs explique. Le contrat pour les ' +
    'programmes est `/openapi.json`. Postman et Bruno l’importent.',
  graphql:
    'Un seul schéma pour tout : requêtes, mutations et souscriptions par WebSocket ou Server-Sent Events. ' +
    'L’explorateur complète ce que vous écrivez et l’exécute avec votre clé. Plus bas : chaque type, et le sens de ' +
    'ses champs.',
  openExplorer: 'Ouvrir l’explorateur',
  operations: 'Opérations',
  fields: 'champs',
  objects: 'Objets',
  payloads: 'Réponses des mutations',
  interfaces: 'Interfaces et unions',
  inputs: 'Entrées',
  enums: 'Énumérations',
  scalars: 'Scalaires',
  usedBy: 'Utilisé par',
}

export const referenceWords: Readonly<Record<Language, ReferenceWords>> = { en: english, fr: french }

/** Within what is English: marked for those who are read to. */
export const said = (language: Language, text: string): Html =>
  language === 'en' ? html`${text}` : html`<span lang="${language}">${text}</span>`

export type Section = keyof typeof sections

interface SectionWords {
  title: string
  about: string
}

const frenchSections: Readonly<Record<Section, readonly [title: string, about: string]>> = {
  Companies: ['Entreprises', 'Inscrire des entreprises, les publier sur le réseau et prouver qu’elles sont à vous.'],
  Directory: ['Annuaire', 'Savoir qui peut recevoir, et quoi.'],
  Send: ['Envoyer', 'Vérifier des documents et les envoyer.'],
  Documents: ['Documents', 'Trouver et lire les documents envoyés ou reçus, avec leurs fichiers, essais et notes.'],
  Lifecycle: ['Cycle de vie', 'Dire ce que devient un document : approuvé, contesté, refusé, payé.'],
  Payments: ['Paiements', 'Noter des paiements, écrire des ordres de virement et rapprocher des relevés bancaires.'],
  'Reports to authorities': [
    'Déclarations aux administrations',
    'Ce qui est dit aux administrations française et italienne, et l’e-reporting.',
  ],
  Webhooks: ['Webhooks', 'Recevoir les événements à votre adresse.'],
  Events: ['Événements', 'Lire le fil des événements, ou le suivre en direct.'],
  Partners: ['Partenaires', 'Tenir la liste des entreprises avec lesquelles vous traitez.'],
  Tags: ['Étiquettes', 'Classer documents et partenaires dans des groupes à vous.'],
  Statistics: ['Statistiques', 'Compter les documents par jour, sorte et statut.'],
  'Shops and carts': ['Boutiques et paniers', 'Commander dans la boutique d’un fournisseur (punch-out).'],
  'Bulk operations': ['Opérations en masse', 'Envoyer, exporter et déplacer un très grand nombre de documents.'],
  'API keys': ['Clés d’API', 'Créer, renouveler et révoquer des clés.'],
  Organization: ['Organisation', 'Votre organisation, ses membres et sa fin.'],
  Platforms: [
    'Plateformes',
    'Accueillir les entreprises de vos clients, avec des limites, des domaines et une marque à vous.',
  ],
  'Programs and agents': [
    'Programmes et agents',
    'Laisser entrer des programmes par consentement, par invitation ou comme appareil (OAuth 2.1).',
  ],
  'Changing platforms': ['Changer de plateforme', 'Emmener une entreprise vers une autre plateforme, ou l’en ramener.'],
  'Request logs': ['Journal des requêtes', 'Ce qui a été demandé et répondu, et comment le rejouer.'],
  Account: ['Compte', 'Qui vous êtes pour ce service.'],
  Sandbox: ['Bac à sable', 'Créer un bac à sable, jouer des scénarios et avancer l’horloge.'],
  Health: ['Santé', 'Si le service va bien.'],
}

export const sectionWords = (section: Section, language: Language): SectionWords => {
  if (language === 'en') return { title: section, about: sections[section] }
  const [title, about] = frenchSections[section]
  return { title, about }
}

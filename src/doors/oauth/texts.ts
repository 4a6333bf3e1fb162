/** What the pages say, in each language. */
import type { Scope } from '../../auth/scopes.ts'
import { scopes } from '../../auth/scopes.ts'

const english = {
  access: (name: string) => `“${name}” asks for access`,
  unverified: 'Not verified: the program has chosen this name itself.',
  registered: 'Registered program. It has chosen this name itself.',
  own: 'The console of this service.',
  onlyIfYou: 'Continue only if you started this yourself.',
  backTo: 'Afterwards your browser goes to',
  showsCode: 'Afterwards a code is shown that you copy into the program.',
  device: 'The code on your device must be',
  signIn: 'Sign in',
  key: 'API key',
  keyHint: 'The program does not get to see it.',
  withProvider: 'Sign in with your organization',
  sandbox: 'Try it with a new sandbox',
  sandboxHint: 'Makes a temporary organization with a company. Nothing real is sent. It ends after seven days.',
  organization: 'Organization',
  signedInAs: 'Signed in with',
  other: 'Use other credentials',
  asksFor: 'What it asks for',
  scopes: 'What it may do',
  everything: 'Everything, also what is added later',
  notHeld: 'Your credentials do not allow, so it will not get:',
  company: 'For which company',
  allCompanies: 'All companies of the organization',
  otherCompany: 'Or the identifier of another company that the list does not show',
  until: (end: string) => `The access ends on ${end}. You can end it at any time: it is among your API keys.`,
  renewable: (days: number, end: string | null) =>
    `The program can renew the access until it has not used it for ${days} days` +
    `${end === null ? '' : `, at the latest until ${end}`}. ` +
    'You can end it at any time: it is among your API keys.',
  allow: 'Allow',
  refuse: 'Refuse',
  allowed: 'Access allowed',
  copyCode: 'Copy this code into the program. It works once, within five minutes.',
  deviceAllowed: 'You can go back to your device.',
  refused: 'Access refused',
  refusedText: 'The program gets no access. You can close this page.',
  gone: 'This request is no longer open',
  goneText: 'It has expired, or it was decided already. Start again in the program.',
  fault: 'This does not work',
  nothing: 'Your credentials have none of the rights that the program asks for.',
  chooseOne: 'Choose at least one right, or refuse.',
  stale: 'The page was open for too long. Please try again.',
  keyWrong: 'This key is not valid.',
  loginFailed: 'The sign-in did not work, or gives no access here.',
  typeCode: 'Enter the code of your device',
  code: 'Code',
  proceed: 'Continue',
  codeWrong: 'Nobody waits with this code.',
  handoff: 'You were given access',
  handoffText: 'This link works once. Nothing has happened yet.',
  givenBy: 'Given by',
  label: 'For',
  openProgram: (name: string) => `Open “${name}” with this access`,
  opens: 'The program has chosen its name itself. Your browser goes to',
  giveCode: 'Give this code to the program: it exchanges it for its access.',
  orHere: 'Or take the access token here, and copy it into the program.',
  redeem: 'Show the access token',
  redeemed: 'Access token',
  redeemedText: 'Copy it now: it is not shown again. The link no longer works.',
  expires: (minutes: number) => `It can be used for another ${minutes} minutes.`,
  language: 'Français',
}

type Texts = typeof english

const french: Texts = {
  access: (name) => `« ${name} » demande un accès`,
  unverified: 'Non vérifié : le programme a choisi ce nom lui-même.',
  registered: 'Programme enregistré. Il a choisi ce nom lui-même.',
  own: 'La console de ce service.',
  onlyIfYou: 'Ne continuez que si vous êtes à l’origine de cette demande.',
  backTo: 'Ensuite, votre navigateur ira vers',
  showsCode: 'Ensuite, un code s’affiche, que vous copiez dans le programme.',
  device: 'Le code affiché par votre appareil doit être',
  signIn: 'Se connecter',
  key: 'Clé d’API',
  keyHint: 'Le programme ne la verra pas.',
  withProvider: 'Se connecter avec votre organisation',
  sandbox: 'Essayer avec un nouveau bac à sable',
  sandboxHint:
    'Crée une organisation temporaire avec une société. Rien de réel n’est envoyé. Elle disparaît après sept jours.',
  organization: 'Organisation',
  signedInAs: 'Connecté avec',
  other: 'Utiliser d’autres identifiants',
  asksFor: 'Ce qu’il demande',
  scopes: 'Ce qu’il pourra faire',
  everything: 'Tout, y compris ce qui sera ajouté plus tard',
  notHeld: 'Vos identifiants ne le permettent pas, il ne pourra donc pas :',
  company: 'Pour quelle société',
  allCompanies: 'Toutes les sociétés de l’organisation',
  otherCompany: 'Ou l’identifiant d’une autre société, absente de la liste',
  until: (end) =>
    `L’accès prend fin le ${end}. Vous pouvez y mettre fin à tout moment : il figure parmi vos clés d’API.`,
  renewable: (days, end) =>
    `Le programme peut prolonger l’accès tant qu’il ne cesse pas de l’utiliser pendant ${days} jours` +
    `${end === null ? '' : `, au plus tard jusqu’au ${end}`}. ` +
    'Vous pouvez y mettre fin à tout moment : il figure parmi vos clés d’API.',
  allow: 'Autoriser',
  refuse: 'Refuser',
  allowed: 'Accès autorisé',
  copyCode: 'Copiez ce code dans le programme. Il fonctionne une seule fois, pendant cinq minutes.',
  deviceAllowed: 'Vous pouvez revenir à votre appareil.',
  refused: 'Accès refusé',
  refusedText: 'Le programme n’obtient aucun accès. Vous pouvez fermer cette page.',
  gone: 'Cette demande n’est plus ouverte',
  goneText: 'Elle a expiré, ou la décision est déjà prise. Recommencez dans le programme.',
  fault: 'Cela ne fonctionne pas',
  nothing: 'Vos identifiants n’ont aucun des droits que le programme demande.',
  chooseOne: 'Choisissez au moins un droit, ou refusez.',
  stale: 'La page est restée ouverte trop longtemps. Veuillez réessayer.',
  keyWrong: 'Cette clé n’est pas valable.',
  loginFailed: 'La connexion a échoué, ou ne donne aucun accès ici.',
  typeCode: 'Saisissez le code de votre appareil',
  code: 'Code',
  proceed: 'Continuer',
  codeWrong: 'Personne n’attend avec ce code.',
  handoff: 'Un accès vous a été donné',
  handoffText: 'Ce lien fonctionne une seule fois. Rien n’a encore été fait.',
  givenBy: 'Donné par',
  label: 'Pour',
  openProgram: (name) => `Ouvrir « ${name} » avec cet accès`,
  opens: 'Le programme a choisi ce nom lui-même. Votre navigateur ira vers',
  giveCode: 'Donnez ce code au programme : il l’échange contre son accès.',
  orHere: 'Ou prenez ici le jeton d’accès, et copiez-le dans le programme.',
  redeem: 'Afficher le jeton d’accès',
  redeemed: 'Jeton d’accès',
  redeemedText: 'Copiez-le maintenant : il ne sera plus affiché. Le lien ne fonctionne plus.',
  expires: (minutes) => `Il est utilisable pendant encore ${minutes} minutes.`,
  language: 'English',
}

const frenchScopes: Record<Scope, string> = {
  send: 'Envoyer des documents',
  receive: 'Configurer la réception : webhooks, événements et inscription sur le réseau',
  'documents.read': 'Lire les documents et télécharger leurs fichiers',
  'documents.search': 'Rechercher des documents',
  'documents.write': 'Marquer les documents comme lus, les archiver, les étiqueter et les annoter',
  'companies.read': 'Lire les sociétés',
  'companies.write': 'Inscrire, modifier et retirer des sociétés',
  directory: 'Rechercher dans l’annuaire et vérifier des destinataires',
  partners: 'Gérer les partenaires',
  'partners.read': 'Lire les partenaires',
  payments: 'Gérer les paiements',
  lifecycle: 'Mettre à jour le statut commercial des documents',
  compliance: 'Consulter les déclarations aux autorités',
  stats: 'Lire les statistiques d’utilisation',
  platform: 'Gérer l’intégration, les clés, les réglages et les journaux',
  '*': french.everything,
}

export type Language = 'en' | 'fr'

export interface Words extends Texts {
  lang: Language
  scope(scope: Scope): string
}

const words: Record<Language, Words> = {
  en: { ...english, lang: 'en', scope: (scope) => (scope === '*' ? english.everything : scopes[scope]) },
  fr: { ...french, lang: 'fr', scope: (scope) => frenchScopes[scope] },
}

/** The language that is asked for, or the one that the browser prefers. */
export const wordsFor = (asked: unknown, accepted: string | undefined): Words => {
  if (asked === 'fr' || asked === 'en') return words[asked]
  const preferred = (accepted ?? '')
    .split(',')
    .map((one) => one.trim().slice(0, 2).toLowerCase())
    .find((one) => one === 'fr' || one === 'en')
  return words[preferred === 'fr' ? 'fr' : 'en']
}

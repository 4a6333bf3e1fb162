/** What happened to a document, in a sentence: by its source and its word. What is not here is told as the server does. */
type Both = readonly [en: string, fr: string]

const frenchStatuses: Readonly<Record<string, Both>> = {
  '200': ['Deposited', 'Déposée'],
  '201': ['Issued by its platform', 'Émise par sa plateforme'],
  '202': ['Received by its platform', 'Reçue par sa plateforme'],
  '203': ['Made available', 'Mise à disposition'],
  '204': ['Acknowledged', 'Prise en charge'],
  '205': ['Approved', 'Approuvée'],
  '206': ['Partially approved', 'Approuvée partiellement'],
  '207': ['In dispute', 'En litige'],
  '208': ['Suspended', 'Suspendue'],
  '209': ['Completed', 'Complétée'],
  '210': ['Refused', 'Refusée'],
  '211': ['Payment sent', 'Paiement transmis'],
  '212': ['Collected', 'Encaissée'],
  '213': ['Rejected', 'Rejetée'],
  '214': ['Endorsed', 'Visée'],
  '220': ['Cancelled', 'Annulée'],
  '221': ['Routing error', 'Erreur de routage'],
  '224': ['Direct payment requested', 'Demande de paiement direct'],
  '225': ['Factored', 'Affacturée'],
  '226': ['Confidentially factored', 'Affacturée en confidentiel'],
  '227': ['Payment account changed', 'Changement de compte à payer'],
  '228': ['Not factored', 'Non affacturée'],
  '500': ['Admissible', 'Recevable'],
  '501': ['Inadmissible', 'Irrecevable'],
}

const ofSource: Readonly<Record<string, Both>> = {
  'REQUEST accepted': ['The document was handed over', 'Le document a été remis au service'],
  'MESSAGE received': ['It arrived over the network', 'Arrivé par le réseau'],
  'MESSAGE sent': ['The access point of the recipient accepted it', 'Accepté par le point d’accès du destinataire'],
  'MESSAGE delivered': ['Its delivery was confirmed', 'Remise confirmée'],
  'VALIDATION valid': ['It keeps the rules', 'Conforme aux règles'],
  'VALIDATION invalid': ['It breaks rules', 'Enfreint des règles'],
  'ATTEMPT delivered': ['Attempt {number}: delivered', 'Tentative {number} : remis'],
  'ATTEMPT accepted': ['Attempt {number}: accepted, not confirmed yet', 'Tentative {number} : accepté, à confirmer'],
  'ATTEMPT rejected': ['Attempt {number}: rejected', 'Tentative {number} : refusé'],
  'ATTEMPT failed': ['Attempt {number}: failed', 'Tentative {number} : échec'],
  'MESSAGE_STATUS AP': ['The other access point accepted it', 'L’autre point d’accès l’a accepté'],
  'MESSAGE_STATUS AB': ['The other access point has it', 'L’autre point d’accès l’a reçu'],
  'MESSAGE_STATUS RE': ['The other access point rejected it', 'L’autre point d’accès l’a refusé'],
  'ACTION archive': ['Archived', 'Archivé'],
  'ACTION unarchive': ['Taken out of the archive', 'Sorti des archives'],
  'ACTION mark_read': ['Marked as read', 'Marqué comme lu'],
  'ACTION mark_unread': ['Marked as unread', 'Marqué comme non lu'],
  'ACTION note': ['A note was added', 'Note ajoutée'],
  'ACTION tag': ['A tag was added', 'Étiquette ajoutée'],
  'ACTION untag': ['A tag was removed', 'Étiquette retirée'],
  'ACTION link': ['Linked to another document', 'Lié à un autre document'],
  'ACTION unlink': ['A link was removed', 'Lien retiré'],
  'STATUS draft': ['Draft', 'Brouillon'],
  'STATUS issued': ['Issued', 'Émis'],
  'STATUS received': ['Received', 'Reçu'],
  'STATUS under_review': ['Under review', 'En examen'],
  'STATUS approved': ['Approved', 'Approuvé'],
  'STATUS disputed': ['Disputed', 'En litige'],
  'STATUS rejected': ['Rejected', 'Refusé'],
  'STATUS partially_paid': ['Partially paid', 'Payé en partie'],
  'STATUS paid': ['Paid', 'Payé'],
  'STATUS_MESSAGE incoming': ['A message of the status came', 'Un message de statut est arrivé'],
  'STATUS_MESSAGE outgoing': ['A message of the status was sent', 'Un message de statut a été envoyé'],
  'REPORT pending': ['To be reported to {by}', 'À déclarer à {by}'],
  'REPORT reported': ['Reported to {by}', 'Déclaré à {by}'],
  'REPORT failed': ['{by} did not take the report', '{by} n’a pas pris la déclaration'],
  'INTERCHANGE_MESSAGE RC': ['Delivered to the recipient by SDI', 'Remis au destinataire par le SDI'],
  'INTERCHANGE_MESSAGE NS': ['Rejected by SDI: not issued', 'Refusé par le SDI : non émis'],
  'INTERCHANGE_MESSAGE MC': ['Issued; SDI did not reach the recipient', 'Émis ; le SDI n’a pas joint le destinataire'],
  'INTERCHANGE_MESSAGE AT': ['Issued; SDI did not reach the body', 'Émis ; le SDI n’a pas joint l’administration'],
  'INTERCHANGE_MESSAGE NE': ['The public body has answered', 'L’administration a répondu'],
  'INTERCHANGE_MESSAGE DT': ['The public body did not answer in time', 'L’administration n’a pas répondu à temps'],
  'INTERCHANGE_MESSAGE EC': ['Answer of a public body', 'Réponse d’une administration'],
  'INTERCHANGE_MESSAGE SE': [
    'The answer of a public body was discarded',
    'La réponse d’une administration a été écartée',
  ],
  'INTERCHANGE_MESSAGE MT': ['Data that go with the file', 'Données qui accompagnent le fichier'],
  'PAYMENT recorded': ['Payment of {money}', 'Paiement de {money}'],
  'PAYMENT reversed': ['The payment of {money} was taken back', 'Le paiement de {money} a été annulé'],
}

interface Told {
  source: string
  what: string
  data: { frenchStatus?: string | null | undefined; direction?: string | null | undefined }
}

/** Undefined for what has no sentence here. */
export const momentText = ({ source, what, data }: Told): Both | undefined => {
  if (source === 'STATUS' && data.frenchStatus) return frenchStatuses[data.frenchStatus]
  // Its word is how far it came; which way it went is what people ask.
  if (source === 'STATUS_MESSAGE') return ofSource[`${source} ${data.direction ?? 'outgoing'}`]
  return source === 'TRANSFER'
    ? ['Transfer of {money} ordered', 'Virement de {money} ordonné']
    : ofSource[`${source} ${what}`]
}

/** Names of the facts behind a moment. */
export const factNames: Readonly<Record<string, Both>> = {
  by: ['By', 'Par'],
  amount: ['Amount', 'Montant'],
  channel: ['Channel', 'Canal'],
  currency: ['Currency', 'Devise'],
  direction: ['Direction', 'Sens'],
  durationMs: ['Duration (ms)', 'Durée (ms)'],
  errorCode: ['Error', 'Erreur'],
  format: ['Format', 'Format'],
  frenchStatus: ['French status', 'Statut français'],
  happenedAt: ['Decided at', 'Décidé le'],
  instanceId: ['Envelope', 'Enveloppe'],
  kind: ['Kind', 'Nature'],
  number: ['Number', 'Numéro'],
  profile: ['Rules', 'Règles'],
  reason: ['Reason', 'Motif'],
  reasonCode: ['Reason code', 'Code du motif'],
  reference: ['Reference', 'Référence'],
  requestId: ['Request', 'Requête'],
  status: ['Status', 'Statut'],
  syntax: ['Format', 'Format'],
  text: ['In full', 'En entier'],
}

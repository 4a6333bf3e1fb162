/** Numbers of the sandbox that make its simulators fail on purpose, with what each does. */
type About = readonly [en: string, fr: string]
export type Endings = readonly (readonly [ending: string, about: About])[]

/** Of a recipient on the network. */
export const networkEndings: Endings = [
  ['400', ['is not registered', 'n’est pas inscrit']],
  ['410', ['accepts only orders', 'n’accepte que des commandes']],
  ['420', ['its access point rejects the message', 'son point d’accès refuse le message']],
  ['421', ['its access point cannot read the header', 'son point d’accès ne lit pas l’en-tête']],
  ['430', ['can never be reached', 'n’est jamais joignable']],
  ['431', ['cannot be reached the first time', 'n’est pas joignable la première fois']],
  ['433', ['cannot be reached the first three times', 'n’est pas joignable les trois premières fois']],
  ['436', ['cannot be reached the first six times', 'n’est pas joignable les six premières fois']],
  ['440', ['accepts, but its answer is lost', 'accepte, mais sa réponse se perd']],
  ['441', ['accepts, but answers too late', 'accepte, mais répond trop tard']],
  ['442', ['accepts, and confirms the delivery later', 'accepte, et confirme la remise plus tard']],
  ['443', ['accepts, then rejects by a status message', 'accepte, puis refuse par un message de statut']],
]

/** Of the VAT number of a company that is registered. */
export const registryEndings: Endings = [
  ['404', ['the registry does not know it', 'le registre ne la connaît pas']],
  ['410', ['it is not active any more', 'elle n’est plus active']],
  ['450', ['another SMP has it: it is never published', 'un autre SMP l’a : elle n’est jamais publiée']],
  ['451', ['it is published at the second try', 'elle est publiée au deuxième essai']],
  ['452', ['it is published at the third try', 'elle est publiée au troisième essai']],
  ['460', ['the registry knows no way to prove who it is', 'le registre ne connaît aucun moyen de preuve']],
  ['461', ['the DNS record of its proof is missing', 'l’enregistrement DNS de sa preuve manque']],
  ['462', ['the DNS record of its proof is another one', 'l’enregistrement DNS de sa preuve est un autre']],
  ['463', ['the DNS does not answer', 'le DNS ne répond pas']],
  ['502', ['the registry answers with an error', 'le registre répond par une erreur']],
  ['503', ['the registry cannot be reached', 'le registre est injoignable']],
  ['504', ['the registry takes too long', 'le registre met trop de temps']],
]

/** Of a domain that a platform claims. */
export const domainEndings: Endings = [
  ['461', ['its record is missing', 'son enregistrement manque']],
  ['462', ['its record has another text', 'son enregistrement a un autre texte']],
  ['463', ['it cannot be looked up', 'il ne peut pas être interrogé']],
  ['464', ['it is proved, but leads elsewhere', 'il est prouvé, mais mène ailleurs']],
  ['465', ['its proof is taken away later', 'sa preuve est retirée plus tard']],
]

/** Of the VAT number of an Italian buyer. */
export const italianEndings: Endings = [
  ['200', ['rejected: not valid', 'rejetée : non valable']],
  ['305', ['rejected: the buyer’s code is not valid', 'rejetée : code de l’acheteur non valable']],
  ['306', ['rejected: the buyer is not active', 'rejetée : acheteur inactif']],
  ['320', ['accepted, but the recipient cannot be reached', 'acceptée, mais le destinataire est injoignable']],
  ['330', ['the system is always down', 'le système est toujours en panne']],
  ['331', ['the system is down the first time', 'le système est en panne la première fois']],
  ['332', ['the system is down the first two times', 'le système est en panne les deux premières fois']],
  ['341', ['the system takes too long', 'le système met trop de temps']],
  ['350', ['the decision of the buyer is discarded', 'la décision de l’acheteur est écartée']],
]

/** Of the number of a French invoice. */
export const frenchEndings: Endings = [
  ['00025', ['the portal refuses the report', 'le portail refuse la déclaration']],
  ['00058', ['the portal refuses the report for another reason', 'le portail la refuse pour un autre motif']],
  ['00503', ['the portal is down', 'le portail est en panne']],
  ['00504', ['the portal takes too long', 'le portail met trop de temps']],
]

/** The address of a buyer whom only a mail reaches. */
export const mailEndings: Endings = [
  ['buyer', ['gets the invoice by mail', 'reçoit la facture par courriel']],
  ['refused', ['refuses the mail', 'refuse le courriel']],
  ['unavailable', ['does not take it for now', 'ne la prend pas pour l’instant']],
]

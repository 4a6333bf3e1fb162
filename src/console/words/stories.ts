/** The stories of the sandbox in French; the API tells them in English. */
import type { SandboxStoryName } from '#operations'

export const frenchStories: Readonly<Record<SandboxStoryName, readonly [title: string, about: string]>> = {
  NOMINAL: ['Du dépôt à l’encaissement', 'Une facture est reçue, prise en charge, approuvée, payée et encaissée.'],
  REJECTED: [
    'Rejetée par la plateforme de l’acheteur',
    'L’autre plateforme rejette la facture. Elle ne va pas plus loin, et son numéro est de nouveau libre.',
  ],
  REFUSED: ['Refusée par l’acheteur', 'L’acheteur refuse une facture au mauvais taux de TVA. Rien ne suit.'],
  CORRECTED: [
    'En litige, puis remplacée par une facture rectificative',
    'L’acheteur conteste le taux de TVA. Une facture rectificative (384) remplace la première.',
  ],
  CREDITED: [
    'En litige, puis annulée par un avoir et refaite',
    'L’acheteur conteste le taux de TVA. Un avoir solde la facture, qui est approuvée et encaissée par lui. ' +
      'Une nouvelle facture suit.',
  ],
  SUSPENDED: [
    'Suspendue, puis complétée',
    'L’acheteur attend une pièce qui manque. Le fournisseur complète la facture, et elle est approuvée.',
  ],
  PARTIALLY_COLLECTED: [
    'Encaissée en deux fois',
    'L’acheteur paie en deux fois. L’administration l’apprend à chaque fois.',
  ],
  DEPOSIT: [
    'Un acompte, puis la facture du reste',
    'Un acompte est facturé (386) et encaissé. La facture finale le cite, et le déduit comme montant payé.',
  ],
}

/** Names of codes that rows and filters show. */
import type {
  DeliveryStatus,
  DocumentType,
  LifecycleStatus,
  LifecycleTarget,
  RequestedAction,
  VatCategory,
} from '#operations'

type Named = readonly [en: string, fr: string]

export const lifecycleNames: Readonly<Record<LifecycleStatus, Named>> = {
  DRAFT: ['Draft', 'Brouillon'],
  ISSUED: ['Issued', 'Émis'],
  RECEIVED: ['Received', 'Reçu'],
  UNDER_REVIEW: ['Under review', 'En examen'],
  APPROVED: ['Approved', 'Approuvé'],
  DISPUTED: ['Disputed', 'En litige'],
  REJECTED: ['Rejected', 'Refusé'],
  PARTIALLY_PAID: ['Partially paid', 'Payé en partie'],
  PAID: ['Paid', 'Payé'],
}

export const deliveryNames: Readonly<Record<DeliveryStatus, Named>> = {
  PENDING: ['Pending', 'En cours'],
  DELIVERED: ['Delivered', 'Remis'],
  FAILED: ['Failed', 'Échec'],
  REJECTED: ['Rejected', 'Refusé'],
}

export const typeNames: Readonly<Record<DocumentType, Named>> = {
  INVOICE: ['Invoice', 'Facture'],
  CREDIT_NOTE: ['Credit note', 'Avoir'],
  DEBIT_NOTE: ['Debit note', 'Note de débit'],
  PURCHASE_ORDER: ['Order', 'Commande'],
  PURCHASE_REQUEST: ['Purchase request', 'Demande d’achat'],
  QUOTE: ['Quote', 'Devis'],
  SALES_ORDER: ['Order response', 'Réponse à commande'],
  EVENT: ['Event', 'Événement'],
}

export const vatCategoryNames: Readonly<Record<VatCategory, Named>> = {
  S: ['Standard rate', 'Taux normal'],
  Z: ['Zero rate', 'Taux zéro'],
  E: ['Exempt', 'Exonéré'],
  AE: ['Reverse charge', 'Autoliquidation'],
  K: ['Supply within the Union', 'Livraison intracommunautaire'],
  G: ['Export', 'Exportation'],
  O: ['Not subject to VAT', 'Hors champ'],
  L: ['Canary Islands (IGIC)', 'Îles Canaries (IGIC)'],
  M: ['Ceuta and Melilla (IPSI)', 'Ceuta et Melilla (IPSI)'],
}

/** What somebody is in a document, as its content spells it. */
export const partyRoleNames: Readonly<Record<string, Named>> = {
  seller: ['Seller', 'Vendeur'],
  buyer: ['Buyer', 'Acheteur'],
  payee: ['Payee', 'Bénéficiaire'],
  payer: ['Payer', 'Payeur'],
  'tax-representative': ['Tax representative', 'Représentant fiscal'],
}

/** What is done to a document, as its buttons say it. */
export const moveNames: Readonly<Record<LifecycleTarget, Named>> = {
  UNDER_REVIEW: ['Review', 'Examiner'],
  APPROVED: ['Approve', 'Approuver'],
  DISPUTED: ['Dispute', 'Contester'],
  REJECTED: ['Reject', 'Refuser'],
  PARTIALLY_PAID: ['Paid in part', 'Payé en partie'],
  PAID: ['Paid', 'Payé'],
}

export const requestedActionNames: Readonly<Record<RequestedAction, Named>> = {
  CNA: ['Credit the amount', 'Créditer le montant'],
  CNF: ['Credit in full', 'Créditer en totalité'],
  CNP: ['Credit partially', 'Créditer en partie'],
  NIN: ['Issue a new invoice', 'Émettre une nouvelle facture'],
  NOA: ['No action', 'Aucune action'],
  OTH: ['Other', 'Autre'],
  PIN: ['Provide information', 'Fournir des informations'],
}

/** Why a status was given: the codes of Peppol, those of AFNOR, and how the first are said in the second. */
import { motifsOf } from './french-statuses.ts'

export const peppolReasons = {
  NON: 'No issue',
  REF: 'References incorrect',
  LEG: 'Legal information incorrect',
  REC: 'Receiver unknown',
  QUA: 'Item quality insufficient',
  DEL: 'Delivery issues',
  PRI: 'Prices incorrect',
  QTY: 'Quantity incorrect',
  ITM: 'Items incorrect',
  PAY: 'Payment terms incorrect',
  UNR: 'Not recognized',
  FIN: 'Finance information incorrect',
  PPD: 'Partially paid',
  OTH: 'Other',
} as const
type PeppolReason = keyof typeof peppolReasons
export const isPeppolReason = (code: string): code is PeppolReason => Object.hasOwn(peppolReasons, code)

/** With `disputed`: on hold rather than contested. In France that is another status (208). */
export const SUSPENDED = 'suspended'

/** What the AFNOR codes mean, as the norm labels them and in English. */
export const motifLabels: Readonly<Record<string, readonly [french: string, english: string]>> = {
  NON_TRANSMISE: ['Facture non transmise', 'Not transmitted'],
  JUSTIF_ABS: ['Justificatif absent ou insuffisant', 'Supporting document missing'],
  ROUTAGE_ERR: ['Erreur de routage', 'Routing error'],
  AUTRE: ['Autre', 'Other'],
  COORD_BANC_ERR: ['Erreur de coordonnées bancaires', 'Bank details incorrect'],
  TX_TVA_ERR: ['Taux de TVA erroné', 'VAT rate incorrect'],
  MONTANTTOTAL_ERR: ['Montant total erroné', 'Total incorrect'],
  CALCUL_ERR: ['Erreur de calcul', 'Calculation incorrect'],
  NON_CONFORME: ['Mention légale manquante', 'Legal mention missing'],
  DOUBLON: ['Facture en doublon', 'Duplicate'],
  DEST_INC: ['Destinataire inconnu', 'Recipient unknown'],
  DEST_ERR: ['Destinataire erroné', 'Wrong legal entity'],
  TRANSAC_INC: ['Transaction inconnue', 'Transaction unknown'],
  EMMET_INC: ['Émetteur inconnu', 'Issuer unknown'],
  CONTRAT_TERM: ['Contrat terminé', 'Contract ended'],
  DOUBLE_FACT: ['Double facturation', 'Billed twice'],
  CMD_ERR: ['Numéro de commande erroné', 'Purchase order incorrect'],
  ADR_ERR: ['Adresse de facturation électronique erronée', 'Electronic address incorrect'],
  SIRET_ERR: ['SIRET erroné ou absent', 'SIRET incorrect'],
  CODE_ROUTAGE_ERR: ['Code de routage erroné ou absent', 'Routing code incorrect'],
  REF_CT_ABSENT: ['Référence contractuelle absente', 'Contractual reference missing'],
  REF_ERR: ['Référence erronée', 'Reference incorrect'],
  PU_ERR: ['Prix unitaire erroné', 'Unit price incorrect'],
  REM_ERR: ['Remise erronée', 'Discount incorrect'],
  QTE_ERR: ['Quantité erronée', 'Quantity incorrect'],
  ART_ERR: ['Article erroné', 'Item incorrect'],
  MODPAI_ERR: ['Modalités de paiement erronées', 'Payment terms incorrect'],
  QUALITE_ERR: ["Qualité d'article livré incorrecte", 'Quality insufficient'],
  LIVR_INCOMP: ['Problème de livraison', 'Delivery incomplete'],
  REJ_SEMAN: ['Rejet pour erreur sémantique', 'Rejected: semantic error'],
  REJ_UNI: ["Rejet sur contrôle d'unicité", 'Rejected: not unique'],
  REJ_COH: ['Rejet sur contrôle de cohérence de données', 'Rejected: data contradict each other'],
  REJ_ADR: ["Rejet sur contrôle d'adressage", 'Rejected: address'],
  REJ_CONT_B2G: ['Rejet sur contrôles métier B2G', 'Rejected: rules of the public sector'],
  REJ_REF_PJ: ['Rejet sur référence de pièce jointe', 'Rejected: reference of an attachment'],
  REJ_ASS_PJ: ["Rejet sur erreur d'association de pièce jointe", 'Rejected: attachment belongs elsewhere'],
}

type Column = '206' | '207' | '208' | '210'

/** Peppol reasons as AFNOR says them, by status; what is not here has no equivalent. */
export const motifForPeppol: Readonly<Record<Column, Partial<Record<PeppolReason, string>>>> = {
  206: {
    REF: 'REF_ERR',
    QUA: 'QUALITE_ERR',
    DEL: 'LIVR_INCOMP',
    PRI: 'PU_ERR',
    QTY: 'QTE_ERR',
    ITM: 'ART_ERR',
    PAY: 'MODPAI_ERR',
    OTH: 'AUTRE',
  },
  207: {
    REF: 'REF_ERR',
    LEG: 'NON_CONFORME',
    REC: 'DEST_ERR',
    QUA: 'QUALITE_ERR',
    DEL: 'LIVR_INCOMP',
    PRI: 'PU_ERR',
    QTY: 'QTE_ERR',
    ITM: 'ART_ERR',
    PAY: 'MODPAI_ERR',
    UNR: 'TRANSAC_INC',
    FIN: 'COORD_BANC_ERR',
    OTH: 'AUTRE',
  },
  208: { REF: 'REF_ERR', QUA: 'JUSTIF_ABS', FIN: 'COORD_BANC_ERR', OTH: 'JUSTIF_ABS' },
  210: {
    REF: 'REF_CT_ABSENT',
    LEG: 'NON_CONFORME',
    REC: 'DEST_ERR',
    DEL: 'TRANSAC_INC',
    PRI: 'MONTANTTOTAL_ERR',
    QTY: 'MONTANTTOTAL_ERR',
    ITM: 'TRANSAC_INC',
    UNR: 'TRANSAC_INC',
    FIN: 'TX_TVA_ERR',
  },
}

/** When something is on hold and nothing says why. */
const DEFAULT_MOTIF: Partial<Record<string, string>> = { 208: 'JUSTIF_ABS' }

/** The AFNOR code under which a reason travels with a French status; undefined where the status knows none for it. */
export const motifFor = (frenchStatus: string, reasonCode: string | undefined): string | undefined => {
  if (reasonCode === undefined || reasonCode === SUSPENDED) return DEFAULT_MOTIF[frenchStatus]
  if (isPeppolReason(reasonCode)) return motifForPeppol[frenchStatus as Column]?.[reasonCode]
  return motifsOf(frenchStatus)?.includes(reasonCode) ? reasonCode : undefined
}

/** Everything that a French status takes as its reason: Peppol codes that have an equivalent, and its own. */
export const reasonCodesFor = (frenchStatus: string): readonly string[] => [
  ...Object.keys(motifForPeppol[frenchStatus as Column] ?? {}),
  ...(motifsOf(frenchStatus) ?? []),
]

/** AFNOR codes as Peppol says them, for the other side of a border. */
const peppolForMotif: Readonly<Record<string, PeppolReason>> = {
  COORD_BANC_ERR: 'FIN',
  TX_TVA_ERR: 'FIN',
  MONTANTTOTAL_ERR: 'PRI',
  CALCUL_ERR: 'PRI',
  NON_CONFORME: 'LEG',
  DOUBLON: 'UNR',
  DEST_INC: 'REC',
  DEST_ERR: 'REC',
  TRANSAC_INC: 'UNR',
  EMMET_INC: 'UNR',
  CONTRAT_TERM: 'UNR',
  DOUBLE_FACT: 'UNR',
  CMD_ERR: 'REF',
  ADR_ERR: 'REC',
  SIRET_ERR: 'REC',
  CODE_ROUTAGE_ERR: 'REC',
  REF_CT_ABSENT: 'REF',
  REF_ERR: 'REF',
  PU_ERR: 'PRI',
  REM_ERR: 'PRI',
  QTE_ERR: 'QTY',
  ART_ERR: 'ITM',
  MODPAI_ERR: 'PAY',
  QUALITE_ERR: 'QUA',
  LIVR_INCOMP: 'DEL',
}
export const peppolReasonFor = (code: string): PeppolReason =>
  isPeppolReason(code) ? code : (peppolForMotif[code] ?? 'OTH')

/** What a reason in words alone goes under. */
export const OTHER = { reasonCode: 'OTH', motif: 'AUTRE' } as const

/** Codes that say nothing by themselves: a text goes with them. */
export const reasonsWithText: readonly string[] = Object.values(OTHER)

/** What every code means, in English. */
export const reasonMeanings: Readonly<Record<string, string>> = {
  ...peppolReasons,
  [SUSPENDED]: 'On hold: something is missing',
  ...Object.fromEntries(Object.entries(motifLabels).map(([code, [, english]]) => [code, english])),
}

/** MDT-121, OPStatusAction: what the other side is asked to do. */
export const requestedActions = {
  NOA: ['Aucune action', 'No action'],
  PIN: ['Fournir une information complémentaire', 'Provide information'],
  NIN: ['Créer une facture rectificative', 'Issue a new invoice'],
  CNF: ['Créer un avoir total', 'Credit in full'],
  CNP: ['Créer un avoir partiel', 'Credit partially'],
  CNA: ['Créer un avoir du montant indiqué', 'Credit the amount'],
  OTH: ['Autre', 'Other'],
} as const
export type RequestedAction = keyof typeof requestedActions
export const requestedActionMeanings = Object.fromEntries(
  Object.entries(requestedActions).map(([code, [, english]]) => [code, english]),
) as Readonly<Record<RequestedAction, string>>

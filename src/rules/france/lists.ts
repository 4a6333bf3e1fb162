/** The code lists of the French reform (XP Z12-012), which are shorter than those of the norm. */
import { codeList } from '../../values/codelists/code-list.ts'

/** Annexes V1.3 are in force; V1.4 adds the invoices of several vendors by two parties and treatment B2CINT. */
export type FrenchVersion = '1.3' | '1.4'

export const documentTypes = codeList('380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503')
export const selfBilled = codeList('389 501 500 471 473 261 502')
export const corrections = codeList('384 471 472 473')
/** Corrections and credit notes by who writes them; a global rebate of a seller refers to no invoice. */
export const correctsOwn = codeList('384 472 381 396 503')
export const correctsSelfBilled = codeList('261 471 473 502')
export const creditNotes = codeList('261 381 396 502 503')
export const prepayments = codeList('386 500 503')

/** BT-23: goods (B), services (S) or both (M), and how the invoice came about. */
export const billingModes = {
  '1.3': codeList('B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8'),
  '1.4': codeList('B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8 B9 S9 M9'),
} as const
export const alreadyPaid = codeList('B2 S2 M2')
export const afterPrepayment = codeList('B4 S4 M4')

/** The text of a note with subject BAR. */
export const treatments = {
  '1.3': ['B2B', 'B2BINT', 'B2C', 'OUTOFSCOPE', 'ARCHIVEONLY'],
  '1.4': ['B2B', 'B2BINT', 'B2C', 'B2CINT', 'OUTOFSCOPE', 'ARCHIVEONLY'],
} as const

export const vatCategories = codeList('S E AE K G O Z')

/** Rates as they may be written: 20, 20.0 and 20.00. */
export const vatRates = codeList(`
0 0.0 0.00 10 10.0 10.00 13 13.0 13.00 20 20.0 20.00 8.5 8.50 19.6 19.60 2.1 2.10 5.5 5.50 7 7.0 7.00 20.6 20.60
1.05 0.9 0.90 1.75 9.2 9.20 9.6 9.60`)

const kinds = `RIB LISIBLE FEUILLE_DE_STYLE PJA BORDEREAU_SUIVI DOCUMENT_ANNEXE BON_LIVRAISON BON_COMMANDE
BORDEREAU_SUIVI_VALIDATION ETAT_ACOMPTE FACTURE_PAIEMENT_DIRECT`
export const attachmentKinds = {
  '1.3': codeList(kinds),
  '1.4': codeList(`${kinds} RECAPITULATIF_COTRAITANCE`),
} as const

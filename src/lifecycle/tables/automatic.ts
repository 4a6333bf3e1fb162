/** The statuses that platforms give by themselves: on the way of a document, and where it ends too early. */

/** What the steps of a delivery are called in France. */
export const statusOfStep: Readonly<Record<string, string>> = { 'document.sent': '201', 'document.delivered': '202' }

interface Ending {
  frenchStatus: '213' | '221'
  motif: string
}

/** Why a delivery ended: rejected for good (213), or not brought there, which may be tried again (221). */
export const endingOfError: Readonly<Record<string, Ending>> = {
  AP_REJECTED: { frenchStatus: '213', motif: 'REJ_SEMAN' },
  SBDH_ERROR: { frenchStatus: '213', motif: 'REJ_ADR' },
  MAIL_REFUSED: { frenchStatus: '213', motif: 'REJ_ADR' },
  TRANSPORT_FAILURE: { frenchStatus: '221', motif: 'ROUTAGE_ERR' },
}

/** How a broken rule is called among the reasons of a rejection; the first that fits counts. */
const motifOfRule: readonly (readonly [rule: RegExp, motif: string])[] = [
  [/^BR-CO-(1[3-6]|25)$/, 'MONTANTTOTAL_ERR'],
  [/^(BR-CO-1\d|BR-DEC-|BR-[A-Z]{1,2}-0[89]$|PEPPOL-EN16931-R12)/, 'CALCUL_ERR'],
  [/^BR-FR-(09|10|11|12|13|21|22|23)/, 'REJ_ADR'],
  [/^BR-FR-CO-0[3-5]/, 'REJ_COH'],
]
const SEMANTIC_ERROR = 'REJ_SEMAN'

export const motifOfRules = (rules: readonly string[]): string =>
  motifOfRule.find(([rule]) => rules.some((one) => rule.test(one)))?.[1] ?? SEMANTIC_ERROR

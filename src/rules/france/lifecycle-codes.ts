/** The code lists of the French life cycle, by the term that they are for. */
import { codeList } from '../../values/codelists/code-list.ts'
import type { FrenchVersion } from './lists.ts'

export const TRANSMISSION = '305'
export const TREATMENT = '23'

export const processes: Readonly<Record<FrenchVersion, readonly string[]>> = {
  '1.3': ['REGULATED', 'NON_REGULATED', 'B2C', 'B2BINT', 'OUTOFSCOPE'],
  '1.4': ['REGULATED', 'NON_REGULATED', 'B2C', 'B2CINT', 'B2BINT', 'OUTOFSCOPE'],
}

export const businessRoles = codeList('BY AB DL SE SR PE PR II IV')
export const senderRoles = codeList('BY AB DL SE SR WK PE PR II IV')
export const anyRole = codeList('BY AB DL SE SR PE PR II IV WK DFH')

export const states = codeList(
  '200 201 202 203 204 205 206 207 208 209 210 211 212 213 214 220 221 224 225 226 227 228 250 251 300 301 400 ' +
    '401 500 501 601',
)
export const actions = codeList('NOA PIN NIN CNF CNP CNA OTH')
export const figures = codeList('MEN MPA RAP ESC RAB REM MAP MAPTTC MNA MNATTC CBB DIV DVA MAJ')

/** Codes of the phase for other networks (MDT-88). */
export const phaseCodes: Readonly<Record<string, ReturnType<typeof codeList>>> = {
  [TRANSMISSION]: codeList('10 51 43 8 48'),
  [TREATMENT]: codeList('45 39 37 50 49 47 46 1 5'),
}

/** Which reasons a state may have; a state that is not here may have any. */
export const reasonsOfState: Readonly<Record<string, ReturnType<typeof codeList>>> = {
  200: codeList('NON_TRANSMISE'),
  206: codeList(
    'AUTRE CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR ' +
      'QUALITE_ERR LIVR_INCOMP',
  ),
  207: codeList(
    'AUTRE COORD_BANC_ERR TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_INC DEST_ERR ' +
      'TRANSAC_INC EMMET_INC CONTRAT_TERM DOUBLE_FACT CMD_ERR ADR_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT ' +
      'REF_ERR PU_ERR REM_ERR QTE_ERR ART_ERR MODPAI_ERR QUALITE_ERR LIVR_INCOMP',
  ),
  208: codeList('JUSTIF_ABS COORD_BANC_ERR CMD_ERR SIRET_ERR CODE_ROUTAGE_ERR REF_CT_ABSENT REF_ERR'),
  210: codeList(
    'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM ' +
      'DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT',
  ),
  213: codeList(
    'MONTANTTOTAL_ERR CALCUL_ERR DOUBLON DEST_INC ADR_ERR REJ_SEMAN REJ_UNI REJ_COH REJ_ADR REJ_CONT_B2G ' +
      'REJ_REF_PJ REJ_ASS_PJ',
  ),
  221: codeList('ROUTAGE_ERR'),
  501: codeList(
    'IRR_VIDE_F IRR_TYPE_F IRR_SYNTAX IRR_TAILLE_PJ IRR_NOM_PJ IRR_VID_PJ IRR_EXT_DOC IRR_TAILLE_F ' +
      'IRR_ANTIVIRUS IRR_NOM_F',
  ),
}

/** A refusal by the public sector (9999) knows more reasons. */
export const publicRefusals = codeList(
  'RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE CONTACT_ACHTR AUTRE COORD_BANC_ERR ' +
    'TX_TVA_ERR MONTANTTOTAL_ERR CALCUL_ERR NON_CONFORME DOUBLON DEST_ERR TRANSAC_INC EMMET_INC CONTRAT_TERM ' +
    'DOUBLE_FACT CMD_ERR ADR_ERR REF_CT_ABSENT LIVR_INCOMP',
)

const otherReasons = codeList(
  'RETRAIT_MAN_SERV ST_CT_NON_DECLAR SUPPR_COMP_AVOIR TRANSF_PMNT_REGIE CONTACT_ACHTR IRR_NOM',
)
export const isReason = (code: string): boolean =>
  otherReasons.has(code) || Object.values(reasonsOfState).some((reasons) => reasons.has(code))

/** States that say why. */
export const WITH_REASON = ['206', '207', '208', '210', '213', '501']
export const COLLECTED = '212'
export const INADMISSIBLE = '501'

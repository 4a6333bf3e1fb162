import type { RuleSet } from '../rule.ts'

/** The rules of one country: those for UBL, and for CII where the official file for it has any. */
export type NationalRules = { readonly ubl: RuleSet; readonly cii?: RuleSet }

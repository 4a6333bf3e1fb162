import { cii } from './en16931/cii.ts'
import { ciiSyntax } from './en16931/cii-syntax.ts'
import { bind } from './en16931/binding.ts'
import { ciiCodes, ublCodes } from './en16931/codes.ts'
import { model, modelInCii, modelInUbl } from './en16931/model.ts'
import { ubl } from './en16931/ubl.ts'
import { ublSyntax } from './en16931/ubl-syntax.ts'
import { vatRules } from './en16931/vat.ts'
import { ciiVat } from './en16931/vat-cii.ts'
import { ublVat } from './en16931/vat-ubl.ts'
import { belgianRules } from './national/be.ts'
import { cii as frenchCii } from './france/cii.ts'
import type { FrenchVersion } from './france/lists.ts'
import { lifecycleRules } from './france/lifecycle.ts'
import { reportingRules } from './france/reporting.ts'
import { frenchRules } from './france/rules.ts'
import { ubl as frenchUbl } from './france/ubl.ts'
import { vendorRules } from './france/vendors.ts'
import { nationalCii, nationalUbl } from './national/national.ts'
import { billingRules } from './peppol/billing-ubl.ts'
import { billing, selfBilling } from './peppol/billing-specifications.ts'
import { invoiceResponseRules } from './peppol/post-award/invoice-response.ts'
import { messageStatusRules } from './peppol/post-award/message-status.ts'
import { orderRuleSet } from './peppol/post-award/order.ts'
import { orderResponseRules } from './peppol/post-award/order-response.ts'
import { ciiBillingRules } from './peppol/billing-cii.ts'
import { type CompiledRules, compileRules } from './check.ts'
import type { RuleSet } from './rule.ts'

const en16931Ubl: readonly RuleSet[] = [
  { patterns: [...bind(model, ubl), ...bind(modelInUbl, ubl), ...ublCodes, ...ublSyntax] },
  ...vatRules(ublVat),
]
const en16931Cii: readonly RuleSet[] = [
  { patterns: [...bind(model, cii), ...bind(modelInCii, cii), ...ciiCodes, ...ciiSyntax] },
  ...vatRules(ciiVat),
]

const peppolUbl: RuleSet = { patterns: billingRules(billing) }
const peppolCii: RuleSet = { patterns: ciiBillingRules }
const peppolSelfBilling: RuleSet = { patterns: billingRules(selfBilling) }

/** Where a specification is in force in two versions. */
export type RuleOptions = {
  /** The annexes of XP Z12-012: V1.3 unless said otherwise. */
  readonly france?: FrenchVersion
}

/** The profiles by name; their rules are compiled when one is first asked for. */
const ruleSets = {
  'en16931-ubl': () => en16931Ubl,
  'en16931-cii': () => en16931Cii,
  'peppol-ubl': () => [peppolUbl, ...nationalUbl],
  'peppol-cii': () => [peppolCii, ...nationalCii],
  'peppol-ubl-sb': () => [peppolSelfBilling],
  'fr-flux2-ubl': ({ france = '1.3' }) => [
    { patterns: frenchRules(frenchUbl, france) },
    ...vendorRules(frenchUbl, france),
  ],
  'fr-flux2-cii': ({ france = '1.3' }) => [
    { patterns: frenchRules(frenchCii, france) },
    ...vendorRules(frenchCii, france),
  ],
  'fr-flux10': () => [{ patterns: reportingRules }],
  'fr-cdv': ({ france = '1.3' }) => [{ patterns: lifecycleRules(france) }],
  ublbe: () => [{ patterns: [belgianRules] }],
  'peppol-t111': () => [{ patterns: invoiceResponseRules }],
  'peppol-t01': () => [{ patterns: orderRuleSet }],
  'peppol-t76': () => [{ patterns: orderResponseRules }],
  'peppol-mls': () => [{ patterns: messageStatusRules }],
} as const satisfies Record<string, (options: RuleOptions) => readonly RuleSet[]>

export type ProfileName = keyof typeof ruleSets
export const profileNames = Object.keys(ruleSets) as readonly ProfileName[]
export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(ruleSets, name)

const compiled = new Map<string, CompiledRules>()

export const rulesOf = (name: ProfileName, options: RuleOptions = {}): CompiledRules => {
  const key = `${name} ${options.france ?? ''}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const rules = compileRules(ruleSets[name](options))
  compiled.set(key, rules)
  return rules
}

import { isProfileName, profileNames, type ProfileName } from '../rules/validate.ts'

/** Asked for on the command line: names of the rule sets, separated by commas. */
export const profilesNamed = (list: string): ProfileName[] =>
  list.split(',').map((name) => {
    const trimmed = name.trim()
    if (isProfileName(trimmed)) return trimmed
    throw new UsageError(`There is no profile "${trimmed}". Known: ${profileNames.join(', ')}.`)
  })

/** Something is wrong with how the command was called. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

type Choice = { syntax: string; customization: string; profile: string }

/** Which rules a document is to be held to, by its syntax and by what it claims: every row that fits, in this order. */
const choices: readonly { syntax: RegExp; customization: RegExp; profile: string }[] = [
  { syntax: /^UBL-(Invoice|CreditNote)$/, customization: /^/, profile: 'en16931-ubl' },
  { syntax: /^CII$/, customization: /^/, profile: 'en16931-cii' },
  { syntax: /^UBL-(Invoice|CreditNote)$/, customization: /#compliant#urn:fdc:peppol\.eu:2017:poacc:billing:3\.0$/, profile: 'peppol-ubl' },
  { syntax: /^UBL-(Invoice|CreditNote)$/, customization: /#compliant#urn:fdc:peppol\.eu:2017:poacc:selfbilling:3\.0$/, profile: 'peppol-ubl-sb' },
  { syntax: /^CII$/, customization: /#compliant#urn:fdc:peppol\.eu:2017:poacc:billing:3\.0$/, profile: 'peppol-cii' },
  { syntax: /^UBL-(Invoice|CreditNote)$/, customization: /urn:peppol:france:billing/, profile: 'fr-flux2-ubl' },
  { syntax: /^CII$/, customization: /urn:peppol:france:billing/, profile: 'fr-flux2-cii' },
  { syntax: /^UBL-(Invoice|CreditNote)$/, customization: /urn:UBL\.BE|ubl\.be/i, profile: 'ublbe' },
  { syntax: /^UBL-Order$/, customization: /poacc:trns:order:3$/, profile: 'peppol-t01' },
  { syntax: /^UBL-ApplicationResponse$/, customization: /invoice_response:3$/, profile: 'peppol-t111' },
]

export const profilesFor = ({ syntax, customization }: Omit<Choice, 'profile'>): ProfileName[] =>
  choices.filter((choice) => choice.syntax.test(syntax) && choice.customization.test(customization)).map(({ profile }) => profile).filter(isProfileName)

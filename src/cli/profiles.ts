import { UsageError } from './command.ts'
import { isProfileName, profileNames, type RuleOptions, type ProfileName } from '../rules/validate.ts'

/** Asked for on the command line: names of the rule sets, separated by commas. */
export const profilesNamed = (list: string): ProfileName[] =>
  list.split(',').map((name) => {
    const trimmed = name.trim()
    if (isProfileName(trimmed)) return trimmed
    throw new UsageError(`The profile "${trimmed}" does not exist. The profiles are: ${profileNames.join(', ')}.`)
  })

export const frenchEdition = (edition: string): NonNullable<RuleOptions['france']> => {
  if (edition === '1.3' || edition === '1.4') return edition
  throw new UsageError('--france must be 1.3 or 1.4.')
}

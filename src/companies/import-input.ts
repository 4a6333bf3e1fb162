/** The input of an import, and the faults in it that can be found before the registry is asked. */
import { z } from 'zod'
import { AppError, type Detail } from '../kernel/errors/app-error.ts'
import { companyFields } from './company.ts'

export const importFields = {
  siret: z
    .string()
    .max(40)
    .nullish()
    .describe('SIRET of the establishment, 14 digits.')
    .meta({ examples: ['30326504500013'] }),
  siren: z
    .string()
    .max(40)
    .nullish()
    .describe('SIREN of the company, 9 digits. Use it only when the SIRET is not known.'),
  companyName: companyFields.name.nullish().describe('Display name. When absent, the name in the registry.'),
  countryCode: z
    .string()
    .max(2)
    .nullish()
    .describe('Country code. Always `FR` (default): only French companies have a SIRET.')
    .meta({ examples: ['FR'] }),
  mode: z
    .string()
    .trim()
    .min(1)
    .max(50)
    .nullish()
    .describe('How the company was transferred. Stored in the settings of the company as `importMode`.'),
  sovosOrganizationId: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .describe('Identifier of the organization at the previous provider. Stored among the identifiers of the company.'),
}

export const importItem = z.strictObject(importFields).meta({ id: 'ImportItem', description: 'A company to import.' })
export type ImportItem = z.output<typeof importItem>

/** An item, and the numbers by which the registry knows its company. */
export interface NumberedItem {
  siren: string
  siret: string | null
  item: ImportItem
}

/** Finds the numbers of an item; throws the refusal of this one item where they are missing or wrong. */
export const numbersOf = (item: ImportItem): NumberedItem => {
  const [siret, siren] = [item.siret?.replaceAll(/\s/g, ''), item.siren?.replaceAll(/\s/g, '')]
  const faults: Detail[] = []
  const fault = (field: string, rule: 'INVALID_REQUEST' | 'MISSING_FIELD', message: string): void =>
    void faults.push({ field, rule, message })
  if (siret === undefined && siren === undefined)
    fault('siret', 'MISSING_FIELD', 'Give the siret, or the siren when the siret is not known.')
  if (siret !== undefined && !/^\d{14}$/.test(siret)) fault('siret', 'INVALID_REQUEST', 'Expected 14 digits.')
  if (siren !== undefined && !/^\d{9}$/.test(siren)) fault('siren', 'INVALID_REQUEST', 'Expected 9 digits.')
  else if (siret !== undefined && siren !== undefined && !siret.startsWith(siren))
    fault(
      'siren',
      'INVALID_REQUEST',
      'The SIREN does not match the SIRET: a SIRET begins with the SIREN of its company.',
    )
  if ((item.countryCode ?? 'FR') !== 'FR')
    fault('countryCode', 'INVALID_REQUEST', 'Expected FR: only French companies have a SIRET.')
  const [first] = faults
  if (first)
    throw new AppError(faults.every(({ rule }) => rule === 'MISSING_FIELD') ? 'MISSING_FIELD' : 'INVALID_REQUEST', {
      message:
        faults.length === 1 ? `${first.field}: ${first.message}` : `The item has ${faults.length} faults: see details.`,
      details: faults,
    })
  return { siren: siren ?? siret?.slice(0, 9) ?? '', siret: siret ?? null, item }
}

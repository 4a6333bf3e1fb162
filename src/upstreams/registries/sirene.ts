/** Sirene of the INSEE, API 3.11: every French company by its SIREN, every establishment by its SIRET. */
import { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { frenchVat, sirenOfVat } from '../../values/national-numbers.ts'
import { openHttpClient } from '../http-client.ts'
import { MAX_ANSWER_BYTES, askJson, inactive, joined, notFound, said } from './ask.ts'
import { type Registry, type RegistryEntity, type RegistryQuestion, textOf } from './port.ts'

const NAME = 'Sirene'
const text = z.string().nullish()

const names = {
  denominationUniteLegale: text,
  denominationUsuelle1UniteLegale: text,
  nomUniteLegale: text,
  nomUsageUniteLegale: text,
}
const companyPeriod = z.object({
  dateFin: text,
  etatAdministratifUniteLegale: z.string(),
  nicSiegeUniteLegale: text,
  ...names,
})
const company = z.object({
  uniteLegale: z.object({
    siren: z.string().regex(/^\d{9}$/),
    prenomUsuelUniteLegale: text,
    prenom1UniteLegale: text,
    periodesUniteLegale: z.array(companyPeriod).min(1),
  }),
})

const establishment = z.object({
  etablissement: z.object({
    siret: z.string().regex(/^\d{14}$/),
    uniteLegale: z.object({
      etatAdministratifUniteLegale: text,
      prenomUsuelUniteLegale: text,
      prenom1UniteLegale: text,
      ...names,
    }),
    adresseEtablissement: z.object({
      complementAdresseEtablissement: text,
      numeroVoieEtablissement: text,
      indiceRepetitionEtablissement: text,
      typeVoieEtablissement: text,
      libelleVoieEtablissement: text,
      codePostalEtablissement: text,
      libelleCommuneEtablissement: text,
      libelleCommuneEtrangerEtablissement: text,
    }),
    periodesEtablissement: z.array(z.object({ dateFin: text, etatAdministratifEtablissement: z.string() })).min(1),
  }),
})
type Establishment = z.output<typeof establishment>['etablissement']
type UnitNames = Partial<
  Record<keyof typeof names | 'prenomUsuelUniteLegale' | 'prenom1UniteLegale', string | null | undefined>
>

/** Of the periods of a life the present one: it has no end, and it comes first. */
const present = <P extends { dateFin?: string | null | undefined }>(periods: readonly P[]): P | undefined =>
  periods.find(({ dateFin }) => said(dateFin) === null) ?? periods[0]

/** A company's denomination, or the name of the person who is one. */
const nameOf = (one: UnitNames, number: string): { name: string; legalName: string } => {
  const legalName =
    said(one.denominationUniteLegale) ??
    joined(
      said(one.prenomUsuelUniteLegale) ?? one.prenom1UniteLegale,
      said(one.nomUsageUniteLegale) ?? one.nomUniteLegale,
    ) ??
    number
  return { legalName, name: said(one.denominationUsuelle1UniteLegale) ?? legalName }
}

const noAddress: RegistryEntity['address'] = {
  street: null,
  streetLine2: null,
  city: null,
  postalCode: null,
  country: 'FR',
}

const addressOf = ({ adresseEtablissement: at }: Establishment): RegistryEntity['address'] => {
  const street = joined(
    at.numeroVoieEtablissement,
    at.indiceRepetitionEtablissement,
    at.typeVoieEtablissement,
    at.libelleVoieEtablissement,
  )
  return {
    street,
    streetLine2: said(at.complementAdresseEtablissement),
    city: said(at.libelleCommuneEtablissement, 100) ?? said(at.libelleCommuneEtrangerEtablissement, 100),
    postalCode: said(at.codePostalEtablissement, 20),
    country: 'FR',
  }
}

const isClosed = ({ periodesEtablissement }: Establishment): boolean =>
  present(periodesEtablissement)?.etatAdministratifEtablissement === 'F'
const entityOf = (
  siren: string,
  establishmentNumber: string | null,
  named: ReturnType<typeof nameOf>,
  address: RegistryEntity['address'],
): RegistryEntity => ({
  ...named,
  vatNumber: frenchVat(siren),
  registrationNumber: siren,
  taxNumber: null,
  establishment: establishmentNumber,
  address,
  provider: 'insee-sirene',
})

export const sireneRegistry = (options: { url: string; key: string }): Registry => new SireneRegistry(options)

class SireneRegistry implements Registry {
  readonly #client = openHttpClient({ maxAnswerBytes: MAX_ANSWER_BYTES })
  readonly #base: string
  readonly #key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.#base = url.replace(/\/+$/, '')
    this.#key = key
  }

  find(question: RegistryQuestion, signal: AbortSignal): Promise<RegistryEntity> {
    const number = 'vatNumber' in question ? sirenOfVat(question.vatNumber) : question.number
    if (number === undefined || !/^\d{9}(\d{5})?$/.test(number)) return Promise.reject(notFound(NAME, textOf(question)))
    return number.length === 14 ? this.#bySiret(number, signal) : this.#bySiren(number, signal)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  async #bySiret(siret: string, signal: AbortSignal): Promise<RegistryEntity> {
    const found = (await this.#ask(`siret/${siret}`, establishment, signal))?.etablissement
    if (!found) throw notFound(NAME, siret)
    if (found.siret !== siret)
      throw new AppError('UPSTREAM_ERROR', {
        message: `${NAME} answered with a different establishment than the requested one.`,
      })
    if (found.uniteLegale.etatAdministratifUniteLegale === 'C') throw inactive(NAME, siret.slice(0, 9))
    if (isClosed(found)) throw inactive(NAME, siret, 'is an establishment that has closed')
    return entityOf(siret.slice(0, 9), siret, nameOf(found.uniteLegale, siret), addressOf(found))
  }

  /** The address of a company is that of its seat, which is an establishment. */
  async #bySiren(siren: string, signal: AbortSignal): Promise<RegistryEntity> {
    const found = (await this.#ask(`siren/${siren}`, company, signal))?.uniteLegale
    const now = found && present(found.periodesUniteLegale)
    if (!now) throw notFound(NAME, siren)
    if (now.etatAdministratifUniteLegale === 'C') throw inactive(NAME, siren)
    const nic = /^\d{5}$/.exec(said(now.nicSiegeUniteLegale) ?? '')?.[0]
    const seat =
      nic === undefined ? undefined : (await this.#ask(`siret/${siren}${nic}`, establishment, signal))?.etablissement
    return entityOf(siren, seat?.siret ?? null, nameOf({ ...found, ...now }, siren), seat ? addressOf(seat) : noAddress)
  }

  #ask<S extends z.ZodType>(path: string, answer: S, signal: AbortSignal): Promise<z.output<S> | null> {
    const headers = { 'x-insee-api-key-integration': this.#key }
    return askJson(this.#client, {
      registry: NAME,
      answer,
      call: { method: 'GET', url: `${this.#base}/${path}`, headers, signal },
    })
  }
}

/** A legal entity as a national registry tells it. */
export interface RegistryEntity {
  name: string
  legalName: string
  vatNumber: string | null
  registrationNumber: string | null
  taxNumber: string | null
  /** Another number of the same entity that the answer names: the SIRET of an establishment. */
  establishment: string | null
  address: {
    street: string | null
    streetLine2: string | null
    city: string | null
    postalCode: string | null
    country: string
  }
  /** Where the company receives mail; null where the registry does not tell, as with all that follows. */
  email?: string | null
  /** The domain of its web site. */
  domain?: string | null
  /** Which registry said so. */
  provider: string
}

/** What a registry is asked: a VAT number, or a number of the national register as its country writes it. */
export type RegistryQuestion = { vatNumber: string } | { country: string; number: string }

export interface Registry {
  /** Throws VAT_NOT_FOUND or VAT_INACTIVE for a number that stands for nobody, UPSTREAM_… when the registry fails. */
  find(question: RegistryQuestion, signal: AbortSignal): Promise<RegistryEntity>
  close?(): Promise<void>
}

/** How a question is written in logs, traces and keys. */
export const textOf = (question: RegistryQuestion): string =>
  'vatNumber' in question ? question.vatNumber : `${question.country} ${question.number}`

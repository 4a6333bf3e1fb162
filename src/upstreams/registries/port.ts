/** A legal entity as a national registry tells it. */
export interface RegistryEntity {
  name: string
  legalName: string
  registrationNumber: string | null
  taxNumber: string | null
  address: { street: string | null; streetLine2: string | null; city: string | null; postalCode: string | null; country: string }
  /** Which registry said so. */
  provider: string
}

export interface Registries {
  /** Throws VAT_NOT_FOUND or VAT_INACTIVE for a number that stands for nobody, UPSTREAM_… when the registry fails. */
  byVat(vatNumber: string, signal: AbortSignal): Promise<RegistryEntity>
}

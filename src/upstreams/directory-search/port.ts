import type { DocumentType } from '../../values/document-types.ts'

/** A participant as the public directory lists it. */
export interface Listing {
  peppolId: string
  name: string
  country: string | null
  city: string | null
  postalCode: string | null
  vatNumber: string | null
  /** Numbers that it is found by exactly. */
  identifiers: readonly string[]
  /** The legal entity that it belongs to, and whether it stands for it. */
  entityKey: string
  head: boolean
  naceCodes: readonly string[]
  documentTypes: readonly DocumentType[]
  accessPoint: string | null
  detail: {
    street?: string
    contacts?: readonly { name?: string; email?: string; phone?: string; type?: string }[]
    websites?: readonly string[]
    registeredOn?: string
  }
}

export interface DirectoryQuestion {
  /** Part of a name. */
  text?: string | undefined
  /** One number, whole: a VAT number, SIREN, SIRET or participant id. */
  number?: string | undefined
  country?: string | undefined
}

export interface DirectorySearch {
  search(question: DirectoryQuestion, signal: AbortSignal): Promise<readonly Listing[]>
  close?(): Promise<void>
}

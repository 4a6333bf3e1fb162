/** Records of the French directory, as its portal tells them. */
export interface AnnuaireAddress {
  addressLine1?: string
  addressLine2?: string
  addressLine3?: string
  postalCode?: string
  countrySubdivision?: string
  locality?: string
  countryCode?: string
}

export interface AnnuaireUnit {
  siren: string
  businessName: string
  entityType: 'Public' | 'PrivateVatRegistered'
  administrativeStatus: 'A' | 'C'
  prospectingForbidden?: boolean
}

export interface AnnuaireFacility extends AnnuaireAddress {
  siret: string
  name: string
  facilityType: 'P' | 'S'
  administrativeStatus: 'A' | 'C'
  prospectingForbidden?: boolean
}

export interface AnnuaireRoutingCode extends AnnuaireAddress {
  siret: string
  routingIdentifier: string
  routingCodeName: string
  managesLegalCommitment?: boolean
  administrativeStatus: 'A' | 'C'
}

export interface AnnuaireLine {
  siren: string
  siret?: string
  routingIdentifier?: string
  addressingSuffix?: string
  platformType: 'WK' | 'DFH'
  /** First day, as YYYY-MM-DD. */
  startsOn: string
  /** First day without it. */
  endsOn?: string
}

export interface AnnuairePortion {
  units: readonly AnnuaireUnit[]
  facilities: readonly AnnuaireFacility[]
  routingCodes: readonly AnnuaireRoutingCode[]
  lines: readonly AnnuaireLine[]
  /** What there is no longer, named by what identifies it; only a changed edition names it. */
  removed: Readonly<Record<RecordKind, readonly string[]>>
}

export type RecordKind = 'units' | 'facilities' | 'routingCodes' | 'lines'

export const NONE_REMOVED: AnnuairePortion['removed'] = { units: [], facilities: [], routingCodes: [], lines: [] }

/** `SIREN`, `SIREN_SIRET`, `SIREN_SIRET_CODE` or `SIREN_SUFFIX`. */
export const identifierOf = ({
  siren,
  siret,
  routingIdentifier,
  addressingSuffix,
}: Pick<AnnuaireLine, 'siren' | 'siret' | 'routingIdentifier' | 'addressingSuffix'>): string =>
  [siren, siret, routingIdentifier, addressingSuffix].filter((part) => part !== undefined).join('_')

/** A routing code within its establishment. */
export const codeKeyOf = ({ siret, routingIdentifier }: Pick<AnnuaireRoutingCode, 'siret' | 'routingIdentifier'>) =>
  `${siret}_${routingIdentifier}`

/** What the portal tells of the French directory: records, whole or changed, in portions. */
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
}

/** The words of the directory service of XP Z12-013, with what they mean. */
export const entityTypes = {
  Public: 'A public body.',
  PrivateVatRegistered: 'A company that is registered for VAT.',
} as const
export const administrativeStatuses = { A: 'Active.', C: 'Closed.' } as const
export const facilityTypes = { P: 'The seat.', S: 'Another establishment.' } as const
export const platformTypes = { WK: 'An approved platform.', DFH: 'The portal of the state.' } as const
export const lineStatuses = {
  Enabled: 'It receives.',
  Disabled: 'It does not receive any more.',
  Upcoming: 'It will receive from a later day on.',
} as const
export type LineStatus = keyof typeof lineStatuses

export const operators = {
  contains: 'The text has the value as a part, in capitals or not.',
  strict: 'The text is the value, in capitals or not.',
  startWith: 'The text begins with the value, in capitals or not.',
} as const
export type Operator = keyof typeof operators

export const orders = { ascending: 'The smallest first.', descending: 'The largest first.' } as const

/** Which fields each kind of record has, in the words of both editions; those of old editions select nothing. */
export const fieldNames = {
  siren: ['siren', 'businessName', 'entityType', 'administrativeStatus', 'instructions', 'idInstance'],
  siret: [
    'siret',
    'siren',
    'name',
    'facilityType',
    'administrativeStatus',
    'siretInstructions',
    'address',
    'pmStatus',
    'pmOnly',
    'managesPaymentStatus',
    'managesLegalCommitment',
    'managesLegalCommitmentOrService',
    'serviceCodeStatus',
    'diffusible',
    'idInstance',
  ],
  routingCode: [
    'siret',
    'routingIdentifierType',
    'routingCodeName',
    'routingIdentifier',
    'managesLegalCommitmentCode',
    'administrativeStatus',
    'address',
    'idInstance',
  ],
  line: ['addressingIdentifier', 'siren', 'siret', 'routingIdentifier', 'addressingSuffix', 'idInstance'],
} as const

/** Columns that rows can be sorted by. What has no order of its own leaves the rows in that of their identifiers. */
export const sortedBy = {
  siren: ['siren', 'businessName', 'entityType', 'administrativeStatus'],
  siret: ['siret', 'siren', 'name', 'facilityType', 'administrativeStatus'],
  routingCode: ['siret', 'routingIdentifier', 'routingCodeName', 'administrativeStatus'],
  line: ['addressingIdentifier', 'siren', 'siret', 'routingIdentifier', 'addressingSuffix'],
} as const

/**
 * A French directory of our own making. Its SIRENs begin with 999000, which nobody has, and have valid check digits, as
 * their SIRETs have.
 */
import { luhnSum } from '../../values/national-numbers.ts'
import { type Annuaire, type AnnuaireEdition, nextOf } from './port.ts'
import {
  type AnnuaireFacility,
  type AnnuaireLine,
  type AnnuairePortion,
  type AnnuaireRoutingCode,
  type AnnuaireUnit,
  NONE_REMOVED,
} from './records.ts'

/** The digits with the one that makes their sum by Luhn a multiple of ten. */
const withCheckDigit = (digits: string): string => `${digits}${(10 - (luhnSum(`${digits}0`) % 10)) % 10}`

interface Invented {
  name: string
  isPublic?: true
  isClosed?: true
  /** From which day on it receives; none where it has not chosen a platform. */
  from?: string
  until?: string
  towns: readonly [postalCode: string, locality: string, street: string][]
  /** Codes of the first establishment. */
  codes?: readonly [identifier: string, name: string][]
  suffixes?: readonly string[]
}

const LYON: Invented['towns'][number] = ['69002', 'LYON', '12 RUE DE LA REPUBLIQUE']
const PARIS: Invented['towns'][number] = ['75012', 'PARIS', '8 BOULEVARD DE BERCY']
const LILLE: Invented['towns'][number] = ['59000', 'LILLE', '3 RUE NATIONALE']
const BREST: Invented['towns'][number] = ['29200', 'BREST', '41 RUE DE SIAM']
const NICE: Invented['towns'][number] = ['06000', 'NICE', '5 AVENUE JEAN MEDECIN']

const invented: readonly Invented[] = [
  { name: 'ATELIER DES RIVES SAS', from: '2026-01-05', towns: [LYON, PARIS], suffixes: ['STATUTS'] },
  {
    name: 'MAIRIE DE VALMONT-LES-BOIS',
    isPublic: true,
    from: '2025-09-01',
    towns: [LILLE, LILLE],
    codes: [
      ['SERVICE-TECHNIQUE', 'Services techniques'],
      ['ECOLES/2026', 'Affaires scolaires'],
    ],
  },
  {
    name: 'CENTRE HOSPITALIER DE KERVAL',
    isPublic: true,
    from: '2025-09-01',
    towns: [BREST],
    codes: [['PHARMACIE', 'Pharmacie centrale']],
  },
  { name: 'TRANSPORTS DU PHARE SARL', from: '2099-01-01', towns: [BREST, NICE, PARIS] },
  { name: 'VERRERIE DE L ETANG SA', from: '2025-09-01', until: '2026-03-01', towns: [LYON] },
  { name: 'LIBRAIRIE DU VIEUX PONT EURL', isClosed: true, from: '2025-09-01', until: '2026-01-01', towns: [PARIS] },
  { name: 'BOULANGERIE DES QUATRE VENTS', towns: [NICE] },
  {
    name: 'GROUPE MERIDIEN ENERGIES SA',
    from: '2026-01-05',
    towns: [PARIS, LYON, LILLE, BREST, NICE],
    codes: [
      ['COMPTA', 'Comptabilite fournisseurs'],
      ['TRAVAUX', 'Direction des travaux'],
    ],
    suffixes: ['STATUTS', 'NOTES_DE_FRAIS'],
  },
]

const sirenOf = (index: number): string => withCheckDigit(`999000${String(index + 1).padStart(2, '0')}`)
const siretOf = (siren: string, index: number): string =>
  withCheckDigit(`${siren}${String(index + 1).padStart(4, '0')}`)

const unitOf = ({ name, isPublic, isClosed }: Invented, siren: string): AnnuaireUnit => ({
  siren,
  businessName: name,
  entityType: isPublic ? 'Public' : 'PrivateVatRegistered',
  administrativeStatus: isClosed ? 'C' : 'A',
})

const facilitiesOf = ({ name, towns, isClosed }: Invented, siren: string): AnnuaireFacility[] =>
  towns.map(([postalCode, locality, addressLine1], index) => ({
    siret: siretOf(siren, index),
    name: index === 0 ? name : `${name} ${locality}`,
    facilityType: index === 0 ? 'P' : 'S',
    administrativeStatus: isClosed ? 'C' : 'A',
    addressLine1,
    postalCode,
    locality,
    countryCode: 'FR',
  }))

const codesOf = ({ codes = [], isPublic }: Invented, siren: string): AnnuaireRoutingCode[] =>
  codes.map(([routingIdentifier, routingCodeName]) => ({
    siret: siretOf(siren, 0),
    routingIdentifier,
    routingCodeName,
    managesLegalCommitment: isPublic === true,
    administrativeStatus: 'A',
  }))

const linesOf = (one: Invented, siren: string): AnnuaireLine[] => {
  const { from: startsOn, until: endsOn, towns, codes = [], suffixes = [], isPublic } = one
  if (startsOn === undefined) return []
  const common = {
    siren,
    platformType: isPublic ? ('DFH' as const) : ('WK' as const),
    startsOn,
    ...(endsOn !== undefined && { endsOn }),
  }
  return [
    common,
    ...towns.map((_town, index) => ({ ...common, siret: siretOf(siren, index) })),
    ...codes.map(([routingIdentifier]) => ({ ...common, siret: siretOf(siren, 0), routingIdentifier })),
    ...suffixes.map((addressingSuffix) => ({ ...common, addressingSuffix })),
  ]
}

const ofEach = <T>(make: (one: Invented, siren: string) => readonly T[]): T[] =>
  invented.flatMap((one, index) => make(one, sirenOf(index)))

const madeUpAnnuaire = (): AnnuairePortion => ({
  removed: NONE_REMOVED,
  units: ofEach((one, siren) => [unitOf(one, siren)]),
  facilities: ofEach(facilitiesOf),
  routingCodes: ofEach(codesOf),
  lines: ofEach(linesOf),
})

const EDITION: AnnuaireEdition = { name: 'made up', isComplete: true, producedAt: '20260101000000', since: null }

/** One edition, which never changes. */
export const sandboxAnnuaire = (): Annuaire => ({
  async next(after, signal) {
    signal.throwIfAborted()
    return nextOf([EDITION], after)
  },
  async *read() {
    yield madeUpAnnuaire()
  },
})

/** Flux 14, the consultation of the directory: its elements as records. */
import { FormatError } from '../../formats/format-error.ts'
import { type Piece, streamedElements } from '../../formats/xml/stream.ts'
import { atMost } from '../../values/text.ts'
import {
  type AnnuaireAddress,
  type AnnuaireFacility,
  type AnnuaireLine,
  type AnnuairePortion,
  type AnnuaireRoutingCode,
  type AnnuaireUnit,
  type RecordKind,
  codeKeyOf,
  identifierOf,
} from './records.ts'

export const HEADER = ['HorodateProduction', 'DernierHorodateProduction', 'TypeFlux'] as const
const LONGEST_ADDRESS = 255

const textOf = (piece: Piece, name: string): string | undefined => piece.first(name)?.text.trim() || undefined

const needed = (piece: Piece, name: string): string => {
  const text = textOf(piece, name)
  if (text === undefined) throw new FormatError('MALFORMED', `A ${piece.name} has no ${name}.`)
  return text
}

/** Of a word only its first letter counts: files say `A` where the description says `ACTIF`. */
const letter = (piece: Piece, name: string): string => (textOf(piece, name) ?? '').slice(0, 1).toUpperCase()

const statusOf = (piece: Piece): 'A' | 'C' => (letter(piece, 'Statut') === 'I' ? 'C' : 'A')
const isHidden = (piece: Piece): boolean => letter(piece, 'Diffusible') !== 'O'

const addressOf = (piece: Piece): AnnuaireAddress => {
  const parts = {
    addressLine1: textOf(piece, 'LigneAdresse1'),
    addressLine2: textOf(piece, 'LigneAdresse2'),
    addressLine3: textOf(piece, 'LigneAdresse3'),
    postalCode: textOf(piece, 'CP'),
    countrySubdivision: textOf(piece, 'SubdivisionPays'),
    locality: textOf(piece, 'Localite'),
    countryCode: textOf(piece, 'CodePays'),
  }
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, atMost(LONGEST_ADDRESS, text)]],
    ),
  )
}

const unitOf = (piece: Piece): AnnuaireUnit => ({
  siren: needed(piece, 'IdSIREN'),
  businessName: needed(piece, 'Nom'),
  entityType:
    textOf(piece, 'TypeEntite')?.toUpperCase() === 'PRIVE' || letter(piece, 'TypeEntite') !== 'P'
      ? 'PrivateVatRegistered'
      : 'Public',
  administrativeStatus: statusOf(piece),
  prospectingForbidden: isHidden(piece),
})

const facilityOf = (piece: Piece): AnnuaireFacility => ({
  siret: needed(piece, 'IdSIRET'),
  name: textOf(piece, 'Nom') ?? '',
  facilityType: /^(P|SIEGE)/i.test(textOf(piece, 'TypeEtablissement') ?? '') ? 'P' : 'S',
  administrativeStatus: statusOf(piece),
  prospectingForbidden: isHidden(piece),
  ...addressOf(piece),
})

const codeOf = (piece: Piece): AnnuaireRoutingCode => ({
  siret: needed(piece, 'IdSIRET'),
  routingIdentifier: needed(piece, 'IdRoutage'),
  routingCodeName: textOf(piece, 'Nom') ?? '',
  managesLegalCommitment: textOf(piece, 'EngagementJuridique') === 'true',
  administrativeStatus: statusOf(piece),
  ...addressOf(piece),
})

/** `20261231`; the end of time is none. */
const dayOf = (text: string): string => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  if (!year || !month || !day) throw new FormatError('MALFORMED', `${text} is no day.`)
  return `${year}-${month}-${day}`
}
const END_OF_TIME = '99991231'

/** Chorus Pro and the portal. */
const OF_THE_STATE: readonly string[] = ['0000', '9999']
/** The platform of those who have chosen none. */
const FICTITIOUS = '9998'

const lineOf = (piece: Piece): AnnuaireLine => {
  const [days, address] = [piece.first('DateEffet'), piece.first('InfoAdressage')]
  if (!days || !address) throw new FormatError('MALFORMED', 'A line of the directory has no days or no address.')
  const end = textOf(days, 'DateFinEffective') ?? textOf(days, 'DateFin')
  const [siret, code, suffix] = ['IdLinSIRET', 'IdLinRoutage', 'Suffixe'].map((name) => textOf(address, name))
  return {
    siren: needed(address, 'IdLinSIREN'),
    ...(siret !== undefined && { siret }),
    ...(code !== undefined && { routingIdentifier: code }),
    ...(suffix !== undefined && { addressingSuffix: suffix }),
    platformType: OF_THE_STATE.includes(needed(piece, 'IdPlateforme')) ? 'DFH' : 'WK',
    startsOn: dayOf(needed(days, 'DateDebut')),
    ...(end !== undefined && end !== END_OF_TIME && { endsOn: dayOf(end) }),
  }
}

/** Who receives nowhere, and what only takes back another line, whose own end says so too, is no line. */
const isLine = (piece: Piece): boolean =>
  letter(piece, 'Nature') !== 'M' && textOf(piece, 'IdPlateforme') !== FICTITIOUS

type Records = { [K in RecordKind]: AnnuairePortion[K][number][] } & { removed: Record<RecordKind, string[]> }

const empty = (): Records => ({
  units: [],
  facilities: [],
  routingCodes: [],
  lines: [],
  removed: { units: [], facilities: [], routingCodes: [], lines: [] },
})

const put = <T>(piece: Piece, one: T, into: T[], removed: string[], keyOf: (one: T) => string): void => {
  if (letter(piece, 'MotifPresence') === 'S') removed.push(keyOf(one))
  else into.push(one)
}

const takers: Readonly<Record<string, (piece: Piece, into: Records) => void>> = {
  UniteLegale: (piece, into) => put(piece, unitOf(piece), into.units, into.removed.units, ({ siren }) => siren),
  Etablissement: (piece, into) =>
    put(piece, facilityOf(piece), into.facilities, into.removed.facilities, ({ siret }) => siret),
  CodeRoutage: (piece, into) => put(piece, codeOf(piece), into.routingCodes, into.removed.routingCodes, codeKeyOf),
  LigneAnnuaire: (piece, into) => {
    if (isLine(piece)) put(piece, lineOf(piece), into.lines, into.removed.lines, identifierOf)
  },
}

const PORTION = 1_000

export async function* readFlux14(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<AnnuairePortion> {
  let portion = empty()
  let count = 0
  for await (const { element } of streamedElements(chunks, Object.keys(takers))) {
    takers[element.name]?.(element, portion)
    if (++count % PORTION !== 0) continue
    yield portion
    portion = empty()
  }
  yield portion
}

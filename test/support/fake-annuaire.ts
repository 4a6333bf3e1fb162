/** The folder to which the portal of the French directory brings its files, as it writes them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { folderAnnuaire } from '../../src/upstreams/annuaire/folder.ts'
import type { Annuaire } from '../../src/upstreams/annuaire/port.ts'

export interface ToldLine {
  siren: string
  siret?: string
  code?: string
  suffix?: string
  platform?: string
  from?: string
  until?: string
  effectiveUntil?: string
  nature?: 'D' | 'M'
  reason?: 'C' | 'M' | 'S'
}

export interface ToldEdition {
  producedAt: string
  /** Complete where absent. */
  since?: string
  units?: readonly { siren: string; name?: string; reason?: string }[]
  facilities?: readonly { siret: string; name?: string; reason?: string }[]
  codes?: readonly { siret: string; code: string; reason?: string }[]
  lines?: readonly ToldLine[]
}

const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`
const block = (name: string, records: readonly string[] = []): string =>
  records.length === 0 ? '' : element(name, records.join(''))

let instances = 0
const record = (name: string, reason: string | undefined, content: string): string =>
  element(name, `<IdInstance>${++instances}</IdInstance>${element('MotifPresence', reason ?? 'C')}${content}`)

const place =
  '<LigneAdresse1>8 RUE SAINTE</LigneAdresse1><Localite>PARIS</Localite><CP>75006</CP><CodePays>FR</CodePays>'

const lineXml = (line: ToldLine): string => {
  const { siren, siret, code, suffix, platform = '0135', from = '20260901', until, effectiveUntil, nature = 'D' } = line
  const days = element('DateDebut', from) + element('DateFin', until) + element('DateFinEffective', effectiveUntil)
  const address =
    element('Identifiant', [siren, siret, code, suffix].filter(Boolean).join('_')) +
    `<IdLinSIREN qualifiant="0002">${siren}</IdLinSIREN>` +
    (siret === undefined ? '' : `<IdLinSIRET qualifiant="0009">${siret}</IdLinSIRET>`) +
    (code === undefined ? '' : `<IdLinRoutage qualifiant="0224">${code}</IdLinRoutage>`) +
    element('Suffixe', suffix)
  const content =
    element('Nature', nature) +
    element('DateEffet', days) +
    element('InfoAdressage', address) +
    element('IdPlateforme', platform)
  return record('LigneAnnuaire', line.reason, content)
}

export const flux14 = ({ producedAt, since, units, facilities, codes, lines }: ToldEdition): string =>
  '<?xml version="1.0" encoding="UTF-8"?>\n' +
  element(
    'AnnuaireConsultationF14',
    element('HorodateProduction', producedAt) +
      element('DernierHorodateProduction', since) +
      element('TypeFlux', since === undefined ? 'C' : 'D') +
      block(
        'BlocUnitesLegales',
        units?.map(({ siren, name = 'DUPONT TECH SAS', reason }) =>
          record(
            'UniteLegale',
            reason,
            `<Statut>A</Statut><IdSIREN qualifiant="0002">${siren}</IdSIREN><Nom>${name}</Nom>` +
              '<TypeEntite>A</TypeEntite><Diffusible>O</Diffusible>',
          ),
        ),
      ) +
      block(
        'BlocEtablissements',
        facilities?.map(({ siret, name = 'SIEGE', reason }) =>
          record(
            'Etablissement',
            reason,
            `<Statut>A</Statut><IdSIRET qualifiant="0009">${siret}</IdSIRET><TypeEtablissement>P</TypeEtablissement>` +
              `<Nom>${name}</Nom>${place}<Diffusible>P</Diffusible>`,
          ),
        ),
      ) +
      block(
        'BlocCodesRoutage',
        codes?.map(({ siret, code, reason }) =>
          record(
            'CodeRoutage',
            reason,
            `<Statut>A</Statut><IdSIRET qualifiant="0009">${siret}</IdSIRET>` +
              `<IdRoutage qualifiant="0224">${code}</IdRoutage><Nom>Service ${code}</Nom>${place}` +
              '<EngagementJuridique>true</EngagementJuridique>',
          ),
        ),
      ) +
      block('BlocIdPlateformesReception', [
        record('IdPlateformeReception', 'C', '<Statut>A</Statut><Matricule>0135</Matricule><Nom>PDPA</Nom>'),
      ]) +
      block('BlocLignesAnnuaire', lines?.map(lineXml)),
  )

const BLOCK = 512
const entry = (name: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(content.length.toString(8).padStart(11, '0'), 124)
  header.write('0', 156)
  header.write('ustar', 257)
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)])
}

/** As it comes: an archive, with something beside the file. */
export const archive = (xml: string, name = 'FFE1435A_F14.xml'): Buffer =>
  gzipSync(
    Buffer.concat([
      entry('LISEZMOI.txt', Buffer.from('bonjour')),
      entry(name, Buffer.from(xml)),
      Buffer.alloc(2 * BLOCK),
    ]),
  )

/** All that comes, in its order. */
export const gathered = async <T>(all: AsyncIterable<T>): Promise<T[]> => {
  const made: T[] = []
  for await (const one of all) made.push(one)
  return made
}

export interface FakeAnnuaire {
  path: string
  annuaire: Annuaire
  bring(edition: ToldEdition): Promise<string>
  put(name: string, bytes: Uint8Array | string): Promise<void>
  close(): Promise<void>
}

export const startFakeAnnuaire = async (): Promise<FakeAnnuaire> => {
  const path = await mkdtemp(join(tmpdir(), 'invoice-exchange-annuaire-'))
  const put = (name: string, bytes: Uint8Array | string): Promise<void> => writeFile(join(path, name), bytes)
  return {
    path,
    annuaire: folderAnnuaire(path),
    put,
    async bring(edition) {
      const name = `FFE1435A_0135_${edition.producedAt}.tar.gz`
      await put(name, archive(flux14(edition)))
      return name
    },
    close: () => rm(path, { recursive: true, force: true }),
  }
}

/** The same period by company, country, kind, partner and reason. */
import { useQuery } from 'urql'
import { CompaniesDocument, type CountsFragment, type DocumentType, type InsightQuery } from '#operations'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { kinds } from './plots.tsx'
import { type Part, Shares } from './shares.tsx'

interface Share {
  key: string
  documents: CountsFragment
}

const partsOf = (shares: readonly Share[], nameOf: (key: string) => string): Part[] =>
  shares.map(({ key, documents }) => ({ key, name: nameOf(key), counts: kinds.map(([kind]) => documents[kind]) }))

const reasonWords = {
  FAILED: 'reasonFailed',
  REJECTED: 'reasonRejected',
  REFUSED: 'reasonRefused',
  DISPUTED: 'reasonDisputed',
} as const

const OfDocuments = ({ insight: { partners, reasons } }: { insight: NonNullable<InsightQuery['insight']> }) => {
  const { t } = useWords()
  const busiest = partners.map(({ partnerId, name, sent, received }) => ({
    key: partnerId,
    name,
    counts: [sent, received],
  }))
  const why = reasons.map(({ kind, code, documents }) => ({
    key: `${kind} ${code}`,
    name: [t(reasonWords[kind]), code].filter(Boolean).join(': '),
    counts: [documents],
  }))
  return (
    <>
      <Shares
        title={t('topPartners')}
        file="partners"
        parts={busiest}
        counted={[t('sent'), t('received')]}
        empty={t('emptyPartners')}
      />
      <Shares title={t('rejections')} file="reasons" parts={why} counted={[t('documents')]} empty={t('noFailures')} />
    </>
  )
}

export const Breakdown = ({ data: { stats, insight } }: { data: InsightQuery }) => {
  const { t, name, language } = useWords()
  const [{ data: known }] = useQuery({ query: CompaniesDocument })
  const regions = new Intl.DisplayNames(language, { type: 'region' })
  const typeOf = (key: string): string => name(typeNames[key.toUpperCase().replaceAll('-', '_') as DocumentType])
  const companyName = (id: string): string => known?.companies.nodes.find((one) => one.id === id)?.name ?? id
  const countryName = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : t('unknown'))
  const counted = kinds.map(([, word]) => t(word))
  const groups = [
    ['byCompany', 'companies', partsOf(stats.byCompany, companyName)],
    ['byCountry', 'countries', partsOf(stats.byCountry, countryName)],
    ['byType', 'kinds', partsOf(stats.byType, typeOf)],
  ] as const
  return (
    <div className="cards">
      {groups.map(([title, file, parts]) => (
        <Shares key={title} title={t(title)} {...{ file, parts, counted }} empty={t('nothingCounted')} />
      ))}
      {insight && <OfDocuments insight={insight} />}
    </div>
  )
}

/** Which kinds of documents each company sends and receives: boxes that are saved company by company. */
import { useState } from 'react'
import { ChangeCompanyDocument, CompanyListDocument, type CompanyListQuery, type DocumentType } from '#operations'
import { useAct } from '../../data/act.ts'
import { useMay } from '../../data/may.ts'
import { useList } from '../../data/pages.ts'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, More, Table } from '../../ui/table.tsx'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'

type Company = CompanyListQuery['companies']['nodes'][number]
type Capabilities = Company['capabilities']
type Side = keyof Capabilities

const types = Object.keys(typeNames) as DocumentType[]

const toggled = (held: readonly DocumentType[], one: DocumentType): DocumentType[] =>
  held.includes(one) ? held.filter((other) => other !== one) : [...held, one]

const useCapabilities = ({ id, updatedAt, capabilities }: Company) => {
  const { run, isBusy, problem } = useAct(ChangeCompanyDocument)
  const [chosen, setChosen] = useState<Capabilities>()
  const current = chosen ?? { send: capabilities.send, receive: capabilities.receive }
  const toggle = (side: Side, type: DocumentType): void =>
    setChosen({ ...current, [side]: toggled(current[side], type) })
  const save = async (): Promise<void> => {
    const input = { companyId: id, ifUpdatedAt: updatedAt, capabilities: current }
    if (await run({ input })) setChosen(undefined)
  }
  return { current, toggle, save, isBusy, problem, isChanged: chosen !== undefined }
}

const OneCompany = ({ company }: { company: Company }) => {
  const { t, name, spell } = useWords()
  const mayWrite = useMay()('COMPANIES_WRITE')
  const { current, toggle, save, isBusy, problem, isChanged } = useCapabilities(company)
  const box = (side: Side, word: 'sends' | 'receives'): Column<DocumentType> => ({
    name: t(word),
    look: 'narrow',
    of: (type) => (
      <input
        type="checkbox"
        aria-label={`${t(word)}: ${name(typeNames[type])}`}
        checked={current[side].includes(type)}
        disabled={!mayWrite}
        onChange={() => toggle(side, type)}
      />
    ),
  })
  const kind: Column<DocumentType> = { name: t('document'), of: (type) => name(typeNames[type]) }
  const columns = [kind, box('send', 'sends'), box('receive', 'receives')]
  return (
    <section className="card" aria-label={company.name}>
      <div className="row">
        <h2 dir="auto">{company.name}</h2>
        <Badge tone={toneOf(company.publication.status)}>{spell(company.publication.status)}</Badge>
      </div>
      <Table label={company.name} rows={types} columns={columns} keyOf={(type) => type} />
      {problem && <Fault {...problem} />}
      <div>
        <Button
          look="main"
          aria-label={`${t('save')}: ${company.name}`}
          isDisabled={isBusy || !isChanged}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
    </section>
  )
}

export const Capabilities = () => {
  const { t } = useWords()
  const { rows, isLoading, problem, hasMore, more } = useList(CompanyListDocument)
  return (
    <>
      <Head title={t('capabilities')} beside={t('capabilitiesText')} />
      {problem && <Fault {...problem} />}
      <div className="cards">
        {rows.map((company) => (
          <OneCompany key={company.id} company={company} />
        ))}
      </div>
      {rows.length === 0 && (isLoading ? <Skeleton rows={4} /> : <Empty title={t('emptyCompanies')} />)}
      {hasMore && <More more={more} />}
    </>
  )
}

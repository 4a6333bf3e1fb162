/** The companies of the organization: how far their registration is, where they are, and what they take and send. */
import { useState } from 'react'
import {
  AddCompanyDocument,
  CompanyAddressesDocument,
  ChangeCompanyDocument,
  CompanyListDocument,
  type CompanyListQuery,
  PublishDocument,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { useMay } from '../../data/may.ts'
import { useQuery } from 'urql'
import { useList } from '../../data/pages.ts'
import { FormDialog, type Given } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { More } from '../../ui/table.tsx'
import { typeNames } from '../../words/codes.ts'
import { useWords } from '../../words/words.ts'
import { Letterhead } from './letterhead.tsx'
import { Requirements } from './requirements.tsx'

type Company = CompanyListQuery['companies']['nodes'][number]
interface DialogProps {
  onClose: () => void
  onDone: () => void
}

const NewCompany = ({ onClose, onDone }: DialogProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(AddCompanyDocument)
  const add = async ({ vatNumber = '', name }: Given): Promise<void> => {
    if (!(await run({ input: { vatNumber, ...(name !== undefined && { name }) } }))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('addCompany')}
      action={t('add')}
      asks={[
        { name: 'vatNumber', label: t('vatNumber') },
        { name: 'name', label: t('name'), optional: true },
      ]}
      onSubmit={(given) => void add(given)}
    />
  )
}

const EditCompany = ({ company, onClose, onDone }: DialogProps & { company: Company }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ChangeCompanyDocument)
  const { address } = company
  const asks = (['street', 'postalCode', 'city'] as const).map((name) => ({
    name,
    label: t(name),
    optional: true,
    value: address?.[name] ?? '',
  }))
  const save = async ({ name, ...place }: Given): Promise<void> => {
    const country = address?.country ?? company.country
    const input = {
      companyId: company.id,
      ifUpdatedAt: company.updatedAt,
      name: name ?? '',
      address: { ...place, country },
    }
    if (!(await run({ input }))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={company.name}
      action={t('save')}
      asks={[{ name: 'name', label: t('name'), value: company.name }, ...asks]}
      onSubmit={(given) => void save(given)}
    />
  )
}

const Registration = ({ company: { id, publication } }: { company: Company }) => {
  const { t, spell, moment } = useWords()
  const may = useMay()
  const { run, isBusy, problem } = useAct(PublishDocument)
  const { status, step, lastError, nextTryAt } = publication
  return (
    <>
      <div className="row">
        <span className="soft">{t('registration')}</span>
        <Badge tone={toneOf(status)}>{spell(status)}</Badge>
        {step && status !== 'REGISTERED' && <span className="soft">{step}</span>}
        {nextTryAt && <span className="soft">{t('nextTry', { at: moment(nextTryAt) })}</span>}
        {status !== 'REGISTERED' && may('RECEIVE') && (
          <Button isDisabled={isBusy} onPress={() => void run({ id })}>
            {t('registerAgain')}
          </Button>
        )}
      </div>
      {lastError && <Fault message={lastError} />}
      {problem && <Fault {...problem} />}
    </>
  )
}

const CompanyFacts = ({ company }: { company: Company }) => {
  const { t, name } = useWords()
  const { address, capabilities } = company
  const typesOf = (types: typeof capabilities.send): string => types.map((one) => name(typeNames[one])).join(', ')
  const facts = [
    [t('vatNumber'), company.vatNumber],
    [t('peppolId'), company.peppolId],
    [
      t('address'),
      address && [address.street, address.postalCode, address.city, address.country].filter(Boolean).join(', '),
    ],
    [t('receives'), typesOf(capabilities.receive)],
    [t('sends'), typesOf(capabilities.send)],
  ] as const
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** French companies may receive at several addresses, each for some time. */
const Addresses = ({ id }: { id: string }) => {
  const { t, spell, date } = useWords()
  const [{ data }] = useQuery({ query: CompanyAddressesDocument, variables: { id } })
  if (!data?.companyAddresses?.length) return null
  return (
    <details>
      <summary>{t('addresses', { count: data.companyAddresses.length })}</summary>
      <ul className="notes">
        {data.companyAddresses.map(({ id: addressId, address, takes, status, startsOn, endsOn }) => (
          <li key={addressId} className="row">
            <code>{address}</code>
            <Badge tone={toneOf(status)}>{spell(status)}</Badge>
            <span className="soft">
              {spell(takes)} · {date(startsOn)} – {endsOn ? date(endsOn) : '…'}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

interface CompanyProps {
  company: Company
  onEdit: () => void
  onLetterhead: () => void
  onDone: () => void
}

const OneCompany = ({ company, onEdit, onLetterhead, onDone }: CompanyProps) => {
  const { t, spell } = useWords()
  const mayWrite = useMay()('COMPANIES_WRITE')
  return (
    <section className="card" aria-label={company.name}>
      <div className="row">
        <h2 dir="auto">{company.name}</h2>
        <Badge tone={toneOf(company.status)}>{spell(company.status)}</Badge>
        <span className="grow" />
        {mayWrite && (
          <>
            <Button aria-label={`${t('letterhead')}: ${company.name}`} onPress={onLetterhead}>
              {t('letterhead')}
            </Button>
            <Button aria-label={`${t('edit')}: ${company.name}`} onPress={onEdit}>
              {t('edit')}
            </Button>
          </>
        )}
      </div>
      <CompanyFacts company={company} />
      {company.country === 'FR' && <Addresses id={company.id} />}
      <Registration company={company} />
      <Requirements {...{ company, onEdit, onDone }} />
    </section>
  )
}

const useCompanies = () => useList(CompanyListDocument)

const CompanyList = ({ list }: { list: ReturnType<typeof useCompanies> }) => {
  const { t } = useWords()
  const { rows, isLoading, problem, hasMore, more, refresh } = list
  const [open, setOpen] = useState<{ what: 'edit' | 'letterhead'; company: Company }>()
  const close = (): void => setOpen(undefined)
  return (
    <div className="stack">
      {problem && <Fault {...problem} />}
      {rows.map((company) => (
        <OneCompany
          key={company.id}
          company={company}
          onEdit={() => setOpen({ what: 'edit', company })}
          onLetterhead={() => setOpen({ what: 'letterhead', company })}
          onDone={refresh}
        />
      ))}
      {rows.length === 0 && (isLoading ? <Skeleton rows={4} /> : <Empty title={t('emptyCompanies')} />)}
      {hasMore && <More more={more} />}
      {open?.what === 'edit' && <EditCompany company={open.company} onClose={close} onDone={refresh} />}
      {open?.what === 'letterhead' && <Letterhead id={open.company.id} onClose={close} />}
    </div>
  )
}

export const Companies = () => {
  const { t } = useWords()
  const list = useCompanies()
  const mayWrite = useMay()('COMPANIES_WRITE')
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Head title={t('companies')}>
        {mayWrite && (
          <Button look="main" onPress={() => setAdding(true)}>
            {t('addCompany')}
          </Button>
        )}
      </Head>
      <CompanyList list={list} />
      {isAdding && <NewCompany onClose={() => setAdding(false)} onDone={list.refresh} />}
    </>
  )
}

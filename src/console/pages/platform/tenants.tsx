/** The companies of a platform: how they are, how much they use, and how new ones come. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { NewLinkDocument, SuspendDocument, TenantsDocument, type TenantsQuery, UnsuspendDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { FormDialog } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Fault, Once, SearchField } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, List, type ListState } from '../../ui/table.tsx'
import { useTyped } from '../../ui/typed.ts'
import { useWords } from '../../words/words.ts'
import { OnboardFile } from './onboard.tsx'
import { Wizard } from './wizard.tsx'

type Tenant = TenantsQuery['platformCompanies']['nodes'][number]
interface OneProps {
  tenant: Tenant
  onClose: () => void
}

const Suspend = ({ tenant: { company }, onClose }: OneProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(SuspendDocument)
  const suspend = async (reason: string | undefined): Promise<void> => {
    if (await run({ id: company.id, ...(reason !== undefined && { reason }) })) onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('pair', { name: t('suspend'), value: company.name })}
      action={t('suspend')}
      asks={[{ name: 'reason', label: t('reason'), optional: true, hint: t('suspendSure') }]}
      onSubmit={({ reason }) => void suspend(reason)}
    />
  )
}

const NewLink = ({ tenant: { company }, onClose }: OneProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(NewLinkDocument)
  const [url, setUrl] = useState<string>()
  return (
    <Dialog title={t('pair', { name: t('onboardingLink'), value: company.name })} onClose={onClose}>
      {url ? (
        <Once label={t('linkOnce')} secret={url} />
      ) : (
        <div className="stack">
          {problem && <Fault {...problem} />}
          <Button
            look="main"
            isDisabled={isBusy}
            onPress={() => void run({ id: company.id }).then((made) => setUrl(made?.url ?? undefined))}
          >
            {t('add')}
          </Button>
        </div>
      )}
    </Dialog>
  )
}

const Health = ({ health }: { health: Tenant['health'] }) => {
  const { t, spell } = useWords()
  const faults = Object.entries(health).filter(([, value]) => typeof value === 'number' && value > 0)
  if (faults.length === 0) return <Badge tone="good">{t('sound')}</Badge>
  return faults.map(([name, value]) => (
    <Badge key={name} tone="bad">
      {t('pair', { name: spell(name.replace(/[A-Z]/g, '_$&').toUpperCase()), value: Number(value) })}
    </Badge>
  ))
}

type What = 'suspend' | 'link'

const Actions = ({ tenant, act }: { tenant: Tenant; act: (what: What, tenant: Tenant) => void }) => {
  const { t } = useWords()
  const { run, isBusy } = useAct(UnsuspendDocument)
  const { id, status } = tenant.company
  return (
    <>
      <Button look="quiet" onPress={() => act('link', tenant)}>
        {t('onboardingLink')}
      </Button>
      {status === 'SUSPENDED' ? (
        <Button look="quiet" isDisabled={isBusy} onPress={() => void run({ id })}>
          {t('resume')}
        </Button>
      ) : (
        <Button look="quiet" onPress={() => act('suspend', tenant)}>
          {t('suspend')}
        </Button>
      )}
    </>
  )
}

const useColumns = (act: (what: What, tenant: Tenant) => void): readonly Column<Tenant>[] => {
  const { t, spell, moment, number } = useWords()
  return [
    { name: t('company'), of: ({ company }) => company.name },
    { name: t('externalId'), look: 'wide-only very-wide soft', of: ({ company }) => company.externalId ?? '–' },
    {
      name: t('status'),
      look: 'wide-only',
      of: ({ company }) => <Badge tone={toneOf(company.status)}>{spell(company.status)}</Badge>,
    },
    { name: t('health'), of: ({ health }) => <Health health={health} /> },
    {
      name: t('usage'),
      look: 'number wide-only',
      of: ({ usage }) =>
        usage.documentsPerMonth
          ? t('ofLimit', { used: number(usage.documentsSent), limit: number(usage.documentsPerMonth) })
          : number(usage.documentsSent),
    },
    {
      name: t('lastActivity'),
      look: 'wide-only very-wide soft',
      of: ({ lastActivityAt }) => (lastActivityAt ? moment(lastActivityAt) : '–'),
    },
    { name: '', look: 'number', of: (one) => <Actions tenant={one} act={act} /> },
  ]
}

const dialogs = { suspend: Suspend, link: NewLink } as const

const TenantList = ({ list }: { list: ListState<Tenant> }) => {
  const { t } = useWords()
  const [open, setOpen] = useState<{ what: What; tenant: Tenant }>()
  const columns = useColumns((what, tenant) => setOpen({ what, tenant }))
  const Opened = open && dialogs[open.what]
  return (
    <>
      <List
        label={t('tenants')}
        list={list}
        columns={columns}
        keyOf={({ company }) => company.id}
        empty={t('emptyTenants')}
      />
      {Opened && <Opened tenant={open.tenant} onClose={() => setOpen(undefined)} />}
    </>
  )
}

export const Tenants = () => {
  const { t } = useWords()
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [typed, setTyped] = useTyped(q, (text) => void navigate({ to: '.', search: text ? { q: text } : {} }))
  const [isAdding, setAdding] = useState<'one' | 'file'>()
  const list = useList(TenantsDocument, q ? { q } : {})
  const close = (): void => setAdding(undefined)
  return (
    <>
      <Head title={t('tenants')}>
        <Button onPress={() => setAdding('file')}>{t('onboardCsv')}</Button>
        <Button look="main" onPress={() => setAdding('one')}>
          {t('onboard')}
        </Button>
      </Head>
      <div className="stack">
        <SearchField value={typed} onChange={setTyped} />
        <TenantList list={list} />
      </div>
      {isAdding === 'one' && <Wizard onClose={close} onDone={list.refresh} />}
      {isAdding === 'file' && <OnboardFile onClose={close} onDone={list.refresh} />}
    </>
  )
}

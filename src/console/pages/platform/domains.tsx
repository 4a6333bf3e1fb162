/** Domains of one's own: what to set at the DNS, and whether it is found. */
import { useState } from 'react'
import { CheckDnsDocument, ClaimDocument, DomainsDocument, type DomainsQuery, ReleaseDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { FormDialog, Sure } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Empty, Fault, Skeleton } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Domain = DomainsQuery['domains']['nodes'][number]
type DnsRecord = Domain['records'][number]
interface DialogProps {
  onClose: () => void
  onDone: () => void
}

const Claim = ({ onClose, onDone }: DialogProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ClaimDocument)
  const claim = async (domain: string): Promise<void> => {
    if (!(await run({ domain }))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('claimDomain')}
      action={t('claimDomain')}
      asks={[{ name: 'domain', label: t('domain') }]}
      onSubmit={({ domain = '' }) => void claim(domain)}
    />
  )
}

const Release = ({ domain, onClose, onDone }: DialogProps & { domain: Domain }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ReleaseDocument)
  const release = async (): Promise<void> => {
    if (!(await run({ id: domain.id }))) return
    onDone()
    onClose()
  }
  return (
    <Sure
      {...{ isBusy, problem, onClose }}
      title={domain.domain}
      text={t('releaseSure')}
      action={t('release')}
      onSubmit={() => void release()}
    />
  )
}

const OneDomain = ({ domain, onRelease }: { domain: Domain; onRelease: () => void }) => {
  const { t, spell } = useWords()
  const { run, isBusy, problem } = useAct(CheckDnsDocument)
  const columns = [
    { name: t('type'), of: ({ type }: DnsRecord) => <code>{type}</code> },
    { name: t('name'), look: 'wrap', of: ({ name }: DnsRecord) => <code>{name}</code> },
    { name: t('value'), look: 'wrap', of: ({ value }: DnsRecord) => <code>{value}</code> },
    { name: t('because'), look: 'wide-only soft', of: ({ why }: DnsRecord) => why },
  ]
  return (
    <section className="card" aria-label={domain.domain}>
      <div className="row">
        <h2>{domain.domain}</h2>
        <Badge tone={toneOf(domain.status)}>{spell(domain.status)}</Badge>
        {domain.problem && <Badge tone="bad">{spell(domain.problem)}</Badge>}
        <span className="grow" />
        <Button isDisabled={isBusy} onPress={() => void run({ id: domain.id })}>
          {t('checkNow')}
        </Button>
        <Button look="danger" onPress={onRelease}>
          {t('release')}
        </Button>
      </div>
      {problem && <Fault {...problem} />}
      <Table label={t('records')} rows={domain.records} columns={columns} />
    </section>
  )
}

export const Domains = () => {
  const { t } = useWords()
  const { rows, isLoading, problem, refresh } = useList(DomainsDocument)
  const [open, setOpen] = useState<Domain | 'new'>()
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Head title={t('domains')}>
        <Button look="main" onPress={() => setOpen('new')}>
          {t('claimDomain')}
        </Button>
      </Head>
      <div className="stack">
        {problem && <Fault {...problem} />}
        {rows.map((domain) => (
          <OneDomain key={domain.id} domain={domain} onRelease={() => setOpen(domain)} />
        ))}
        {rows.length === 0 && (isLoading ? <Skeleton rows={3} /> : <Empty title={t('emptyDomains')} />)}
      </div>
      {open === 'new' && <Claim onClose={close} onDone={refresh} />}
      {open && open !== 'new' && <Release domain={open} onClose={close} onDone={refresh} />}
    </>
  )
}

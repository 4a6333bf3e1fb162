/** The keys of the organization: made with a few scopes, shown once, rotated with an overlap, revoked at once. */
import { useState } from 'react'
import {
  ChangeKeyDocument,
  EndKeyDocument,
  KeysDocument,
  type KeysQuery,
  NewKeyDocument,
  RotateKeyDocument,
  type Scope,
} from '#operations'
import { useAct } from '../../data/act.ts'
import { useList } from '../../data/pages.ts'
import { Form, FormDialog, Sure } from '../../ui/form.tsx'
import { Head } from '../../ui/head.tsx'
import { Badge, Button, Dialog, Once } from '../../ui/parts.tsx'
import { type Column, List } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

type Key = KeysQuery['apiKeys']['nodes'][number]
interface OneProps {
  apiKey: Key
  onClose: () => void
  onDone: () => void
}

const scopes: readonly Scope[] = [
  'ALL',
  'DOCUMENTS_READ',
  'DOCUMENTS_WRITE',
  'DOCUMENTS_SEARCH',
  'SEND',
  'RECEIVE',
  'LIFECYCLE',
  'COMPANIES_READ',
  'COMPANIES_WRITE',
  'COMPLIANCE',
  'DIRECTORY',
  'PARTNERS',
  'PARTNERS_READ',
  'PAYMENTS',
  'STATS',
  'PLATFORM',
]
const spelled = (scope: string): string => (scope === 'ALL' ? '*' : scope.toLowerCase().replace('_', '.'))

const Scopes = ({ held }: { held: readonly Scope[] }) => {
  const { t } = useWords()
  return (
    <div role="group" aria-label={t('scopes')} className="scopes">
      {scopes.map((scope) => (
        <label key={scope} className="check">
          <input type="checkbox" name="scope" value={scope} defaultChecked={held.includes(scope)} />
          <code>{spelled(scope)}</code>
        </label>
      ))}
    </div>
  )
}

const NewKey = ({ onClose, onDone }: Omit<OneProps, 'apiKey'>) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(NewKeyDocument)
  const [key, setKey] = useState<string>()
  const make = async (name: string, form: HTMLFormElement): Promise<void> => {
    const chosen = new FormData(form).getAll('scope') as Scope[]
    setKey((await run({ input: { name, scopes: chosen } }))?.key ?? undefined)
    onDone()
  }
  return (
    <Dialog title={t('addKey')} onClose={onClose}>
      {key ? (
        <Once label={t('keyOnce')} secret={key} />
      ) : (
        <Form
          {...{ isBusy, problem }}
          action={t('add')}
          asks={[{ name: 'name', label: t('name') }]}
          onSubmit={(given, form) => void make(given['name'] ?? '', form)}
        >
          <Scopes held={['DOCUMENTS_READ']} />
        </Form>
      )}
    </Dialog>
  )
}

const Edit = ({ apiKey, onClose, onDone }: OneProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ChangeKeyDocument)
  const change = async (name: string, form: HTMLFormElement): Promise<void> => {
    const chosen = new FormData(form).getAll('scope') as Scope[]
    if (!(await run({ input: { keyId: apiKey.id, name, scopes: chosen } }))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('pair', { name: t('edit'), value: apiKey.name })}
      action={t('save')}
      asks={[{ name: 'name', label: t('name'), value: apiKey.name, hint: t('editKeyText') }]}
      onSubmit={({ name = '' }, form) => void change(name, form)}
    >
      <Scopes held={apiKey.scopes} />
    </FormDialog>
  )
}

const Rotate = ({ apiKey, onClose, onDone }: OneProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(RotateKeyDocument)
  const [key, setKey] = useState<string>()
  const rotate = async (hours: string): Promise<void> => {
    setKey((await run({ input: { keyId: apiKey.id, overlapHours: Number(hours) } }))?.key ?? undefined)
    onDone()
  }
  const title = t('pair', { name: t('rotate'), value: apiKey.name })
  return key ? (
    <Dialog title={title} onClose={onClose}>
      <Once label={t('keyOnce')} secret={key} />
    </Dialog>
  ) : (
    <FormDialog
      {...{ title, isBusy, problem, onClose }}
      action={t('rotate')}
      asks={[{ name: 'hours', label: t('overlapHours'), kind: 'number', value: '24' }]}
      onSubmit={({ hours = '24' }) => void rotate(hours)}
    />
  )
}

const Revoke = ({ apiKey, onClose, onDone }: OneProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(EndKeyDocument)
  const revoke = async (): Promise<void> => {
    if (!(await run({ id: apiKey.id }))) return
    onDone()
    onClose()
  }
  return (
    <Sure
      {...{ isBusy, problem, onClose }}
      title={t('pair', { name: t('revoke'), value: apiKey.name })}
      text={t('revokeSure')}
      action={t('revoke')}
      onSubmit={() => void revoke()}
    />
  )
}

const dialogs = { edit: Edit, rotate: Rotate, revoke: Revoke } as const
type What = keyof typeof dialogs
type Act = (act: What, apiKey: Key) => void

const LastUse = ({ apiKey: { lastUsed } }: { apiKey: Key }) => {
  const { t, moment } = useWords()
  if (!lastUsed) return t('never')
  const { at, address, operation } = lastUsed
  return (
    <>
      {moment(at)}
      <div className="soft">{[operation, address].filter(Boolean).join(' · ')}</div>
    </>
  )
}

const Standing = ({ apiKey: { revokedAt, expiresAt, replacedById } }: { apiKey: Key }) => {
  const { t, moment } = useWords()
  if (revokedAt) return <Badge tone="neutral">{t('revoked')}</Badge>
  return (
    <>
      <Badge tone={replacedById ? 'warn' : 'good'}>{t(replacedById ? 'replaced' : 'active')}</Badge>
      {expiresAt && <div className="soft">{t('until', { at: moment(expiresAt) })}</div>}
    </>
  )
}

const useColumns = (act: Act): readonly Column<Key>[] => {
  const { t, spell } = useWords()
  return [
    {
      name: t('name'),
      look: 'wrap',
      of: ({ name, keyPrefix }) => (
        <>
          {name}
          <div className="soft">
            <code>{keyPrefix}…</code>
          </div>
        </>
      ),
    },
    { name: t('kind'), look: 'wide-only', of: ({ kind }) => spell(`${kind}_KEY`) },
    {
      name: t('scopes'),
      look: 'wide-only soft',
      of: (one) => one.scopes.map((scope) => (scope === 'ALL' ? t('allScopes') : spelled(scope))).join(', '),
    },
    { name: t('lastUsed'), look: 'wide-only', of: (one) => <LastUse apiKey={one} /> },
    { name: t('status'), of: (one) => <Standing apiKey={one} /> },
    {
      name: '',
      look: 'number',
      of: (one) =>
        !one.revokedAt &&
        (['edit', ...(one.replacedById ? [] : ['rotate' as const]), 'revoke'] as const).map((what) => (
          <Button key={what} look="quiet" aria-label={`${t(what)}: ${one.name}`} onPress={() => act(what, one)}>
            {t(what)}
          </Button>
        )),
    },
  ]
}

export const Keys = () => {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ act: What; apiKey: Key }>()
  const list = useList(KeysDocument)
  const columns = useColumns((act, apiKey) => setOpen({ act, apiKey }))
  const One = open && dialogs[open.act]
  return (
    <>
      <Head title={t('keys')}>
        <Button look="main" onPress={() => setAdding(true)}>
          {t('addKey')}
        </Button>
      </Head>
      <List label={t('keys')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyKeys')} />
      {isAdding && <NewKey onClose={() => setAdding(false)} onDone={list.refresh} />}
      {One && <One apiKey={open.apiKey} onClose={() => setOpen(undefined)} onDone={list.refresh} />}
    </>
  )
}

/** The keys of the organization: made with a few scopes, shown once, rotated with an overlap, revoked at once. */
import { useState } from 'react'
import {
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
]
const spelled = (scope: string): string => scope.toLowerCase().replace('_', ':')

const Scopes = () => {
  const { t } = useWords()
  return (
    <div role="group" aria-label={t('scopes')} className="scopes">
      {scopes.map((scope) => (
        <label key={scope} className="check">
          <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'DOCUMENTS_READ'} />
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
          <Scopes />
        </Form>
      )}
    </Dialog>
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
  const title = `${t('rotate')}: ${apiKey.name}`
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
      title={`${t('revoke')}: ${apiKey.name}`}
      text={t('revokeSure')}
      action={t('revoke')}
      onSubmit={() => void revoke()}
    />
  )
}

type Act = (act: 'rotate' | 'revoke', apiKey: Key) => void

const useColumns = (act: Act): readonly Column<Key>[] => {
  const { t, moment } = useWords()
  return [
    {
      name: t('name'),
      of: ({ name, keyPrefix }) => (
        <>
          {name} <span className="fold">{keyPrefix}…</span>
        </>
      ),
    },
    { name: t('apiKey'), look: 'wide-only', of: ({ keyPrefix }) => <code>{keyPrefix}…</code> },
    { name: t('scopes'), look: 'wide-only soft', of: (one) => one.scopes.map(spelled).join(', ') },
    {
      name: t('lastUsed'),
      look: 'wide-only soft',
      of: ({ lastUsed }) => (lastUsed ? moment(lastUsed.at) : t('never')),
    },
    {
      name: t('status'),
      of: ({ revokedAt }) => <Badge tone={revokedAt ? 'neutral' : 'good'}>{t(revokedAt ? 'revoked' : 'active')}</Badge>,
    },
    {
      name: '',
      look: 'number',
      of: (one) =>
        !one.revokedAt &&
        (['rotate', 'revoke'] as const).map((what) => (
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
  const [open, setOpen] = useState<{ act: 'rotate' | 'revoke'; apiKey: Key }>()
  const list = useList(KeysDocument)
  const columns = useColumns((act, apiKey) => setOpen({ act, apiKey }))
  const One = open?.act === 'rotate' ? Rotate : Revoke
  return (
    <>
      <Head title={t('keys')}>
        <Button look="main" onPress={() => setAdding(true)}>
          {t('addKey')}
        </Button>
      </Head>
      <List label={t('keys')} list={list} columns={columns} keyOf={({ id }) => id} empty={t('emptyKeys')} />
      {isAdding && <NewKey onClose={() => setAdding(false)} onDone={list.refresh} />}
      {open && <One apiKey={open.apiKey} onClose={() => setOpen(undefined)} onDone={list.refresh} />}
    </>
  )
}

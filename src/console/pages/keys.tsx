/** The keys of the organization: made with a few scopes, shown once, revoked at once. */
import { type FormEvent, useState } from 'react'
import { useMutation, useQuery } from 'urql'
import { EndKeyDocument, KeysDocument, type KeysQuery, NewKeyDocument, type Scope } from '#operations'
import { problemOf } from '../data/refused.ts'
import { Badge, Button, Dialog, Fault, Field, Once, Skeleton } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

type Key = KeysQuery['apiKeys']['nodes'][number]

const scopes: readonly Scope[] = [
  'DOCUMENTS_READ',
  'DOCUMENTS_WRITE',
  'SEND',
  'RECEIVE',
  'LIFECYCLE',
  'COMPANIES_READ',
  'PARTNERS',
  'PAYMENTS',
  'STATS',
]
const spelled = (scope: string): string => scope.toLowerCase().replace('_', ':')

const NewKey = ({ onClose, onMade }: { onClose: () => void; onMade: () => void }) => {
  const { t } = useWords()
  const [{ data, error, fetching }, make] = useMutation(NewKeyDocument)
  const problem = problemOf(error, data?.createApiKey?.refusal)
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    await make({ input: { name: String(form.get('name')), scopes: form.getAll('scope') as Scope[] } })
    onMade()
  }
  const key = data?.createApiKey?.key
  return (
    <Dialog title={t('addKey')} onClose={onClose}>
      {key ? (
        <Once label={t('keyOnce')} secret={key} />
      ) : (
        <form className="stack" onSubmit={(event) => void submit(event)}>
          <Field label={t('name')}>
            <input name="name" required maxLength={100} />
          </Field>
          <div role="group" aria-label={t('scopes')} className="scopes">
            {scopes.map((scope) => (
              <label key={scope} className="check">
                <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'DOCUMENTS_READ'} />
                <code>{spelled(scope)}</code>
              </label>
            ))}
          </div>
          {problem && <Fault {...problem} />}
          <Button type="submit" look="main" isDisabled={fetching}>
            {t('add')}
          </Button>
        </form>
      )}
    </Dialog>
  )
}

const Revoke = ({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) => {
  const { t } = useWords()
  const [{ error, data, fetching }, end] = useMutation(EndKeyDocument)
  const problem = problemOf(error, data?.revokeApiKey?.refusal)
  const revoke = async (): Promise<void> => {
    const answer = await end({ id: apiKey.id })
    if (answer.data?.revokeApiKey?.apiKey) onClose()
  }
  return (
    <Dialog title={`${t('revoke')}: ${apiKey.name}`} onClose={onClose}>
      <p>{t('revokeSure')}</p>
      {problem && <Fault {...problem} />}
      <div className="row">
        <Button look="danger" isDisabled={fetching} onPress={() => void revoke()}>
          {t('revoke')}
        </Button>
        <Button onPress={onClose}>{t('cancel')}</Button>
      </div>
    </Dialog>
  )
}

const KeyRow = ({ apiKey, onRevoke }: { apiKey: Key; onRevoke: () => void }) => {
  const { t, moment } = useWords()
  return (
    <tr>
      <td>
        {apiKey.name} <span className="fold">{apiKey.keyPrefix}…</span>
      </td>
      <td className="wide-only">
        <code>{apiKey.keyPrefix}…</code>
      </td>
      <td className="wide-only soft">{apiKey.scopes.map(spelled).join(', ')}</td>
      <td className="wide-only soft">{apiKey.lastUsed ? moment(apiKey.lastUsed.at) : t('never')}</td>
      <td>
        <Badge tone={apiKey.revokedAt ? 'neutral' : 'good'}>{t(apiKey.revokedAt ? 'revoked' : 'active')}</Badge>
      </td>
      <td className="number">
        {!apiKey.revokedAt && (
          <Button aria-label={`${t('revoke')}: ${apiKey.name}`} onPress={onRevoke}>
            {t('revoke')}
          </Button>
        )}
      </td>
    </tr>
  )
}

export const Keys = () => {
  const { t } = useWords()
  const [isAdding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Key>()
  const [{ data, fetching, error }, ask] = useQuery({ query: KeysDocument })
  const problem = problemOf(error, undefined)
  const rows = data?.apiKeys.nodes ?? []
  return (
    <>
      <div className="head">
        <h1>{t('keys')}</h1>
        <span className="grow" />
        <Button look="main" onPress={() => setAdding(true)}>
          {t('addKey')}
        </Button>
      </div>
      {problem && <Fault {...problem} />}
      <section className="card list" aria-label={t('keys')}>
        {rows.length === 0 && fetching ? (
          <Skeleton rows={4} />
        ) : (
          <div className="table-frame">
            <table>
              <tbody>
                {rows.map((one) => (
                  <KeyRow key={one.id} apiKey={one} onRevoke={() => setEnding(one)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </section>
      {isAdding && <NewKey onClose={() => setAdding(false)} onMade={() => ask({ requestPolicy: 'network-only' })} />}
      {ending && <Revoke apiKey={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

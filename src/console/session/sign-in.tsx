import { type FormEvent, useEffect, useState } from 'react'
import { RedeemHandoffDocument, ViewerDocument } from '#operations'
import { ask } from '../data/client.ts'
import { BrandMark, brand } from '../ui/brand.tsx'
import { Button, Fault, Field } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { openSandbox } from './samples.ts'
import { session, takeHandoff } from './session.ts'

const redeem = async (token: string): Promise<string> => {
  const { exchangeHandoff } = await ask(null, RedeemHandoffDocument, { token })
  if (!exchangeHandoff?.accessToken) throw new Error(exchangeHandoff?.refusal?.message ?? '')
  return exchangeHandoff.accessToken
}

// Taken when the page is loaded, once: rendering again must not find it gone.
const handoff = takeHandoff()

/** Does one thing at a time, and keeps what went wrong. */
const useWay = () => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async (find: () => Promise<string>, otherwise?: string): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      session.signIn(await find())
    } catch (error) {
      setProblem(otherwise ?? (error instanceof Error ? error.message : String(error)))
      setBusy(false)
    }
  }
  return { isBusy, problem, go }
}

type Way = ReturnType<typeof useWay>

const KeyForm = ({ isBusy, problem, go }: Way) => {
  const { t } = useWords()
  const [key, setKey] = useState('')
  const check = async (): Promise<string> => {
    await ask(key.trim(), ViewerDocument, {})
    return key.trim()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void go(check, t('keyRefused'))
  }
  return (
    <form className="stack" onSubmit={submit}>
      {problem && <Fault message={problem} />}
      <Field label={t('apiKey')} hint={t('signInText')}>
        <input
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={4000}
          value={key}
          onChange={({ target }) => setKey(target.value)}
        />
      </Field>
      <Button type="submit" look="main" isDisabled={isBusy}>
        {t('signIn')}
      </Button>
    </form>
  )
}

export const SignIn = () => {
  const { t } = useWords()
  const way = useWay()
  useEffect(() => void (handoff !== null && way.go(() => redeem(handoff))), [])
  return (
    <main className="sign-in">
      <div>
        <div className="brand">
          <BrandMark />
          <span dir="auto">{brand.name}</span>
        </div>
        <div className="card">
          <h1>{t('signInTitle')}</h1>
          <KeyForm {...way} />
          <p className="or">{t('orTry')}</p>
          <Button isDisabled={way.isBusy} onPress={() => void way.go(openSandbox)}>
            {way.isBusy ? t('preparing') : t('trySandbox')}
          </Button>
          <p className="soft">{t('trySandboxText')}</p>
        </div>
      </div>
    </main>
  )
}

import { useEffect, useState } from 'react'
import { RedeemHandoffDocument, ViewerDocument } from '#operations'
import { ask } from '../data/client.ts'
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

export const SignIn = () => {
  const { t } = useWords()
  const [key, setKey] = useState('')
  const { isBusy, problem, go } = useWay()
  useEffect(() => void (handoff !== null && go(() => redeem(handoff))), [])
  const check = async (): Promise<string> => {
    await ask(key.trim(), ViewerDocument, {})
    return key.trim()
  }
  return (
    <main className="sign-in">
      <div>
        <div className="brand">
          <img src="/console/favicon.svg" alt="" />
          <span>Invoice Exchange</span>
        </div>
        <form
          className="card"
          onSubmit={(event) => {
            event.preventDefault()
            void go(check, t('keyRefused'))
          }}
        >
          <h1>{t('signInTitle')}</h1>
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
          <p className="or">{t('orTry')}</p>
          <Button isDisabled={isBusy} onPress={() => void go(openSandbox)}>
            {isBusy ? t('preparing') : t('trySandbox')}
          </Button>
          <p className="soft">{t('trySandboxText')}</p>
        </form>
      </div>
    </main>
  )
}

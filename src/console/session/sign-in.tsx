import { type FormEvent, useEffect, useState } from 'react'
import { RedeemHandoffDocument, ViewerDocument } from '#operations'
import { ask } from '../data/ask.ts'
import { BrandMark, brand } from '../ui/brand.tsx'
import { Button, Fault, Field } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'
import { openSandbox } from './samples.ts'
import { type Answer, askConsent, canAskConsent, redeemCode, takeAnswer } from './consent.ts'
import { type Access, session, takeHandoff } from './session.ts'

const redeem = async (token: string): Promise<Access> => {
  const { exchangeHandoff } = await ask(null, RedeemHandoffDocument, { token })
  if (!exchangeHandoff?.accessToken) throw new Error(exchangeHandoff?.refusal?.message ?? '')
  return { key: exchangeHandoff.accessToken }
}

const redeemAnswer = async (answer: Answer): Promise<Access> => {
  const access = await redeemCode(answer)
  if (!access) throw new Error('The consent gave no access.')
  return access
}

// Taken when the page is loaded, once: rendering again must not find it gone.
const handoff = takeHandoff()
const answer = takeAnswer()

/** Does one thing at a time, and keeps what went wrong. */
const useWay = () => {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const go = async (find: () => Promise<Access>, otherwise?: string): Promise<void> => {
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

const KeyForm = ({ isBusy, go }: Way) => {
  const { t } = useWords()
  const [key, setKey] = useState('')
  const check = async (): Promise<Access> => {
    await ask(key.trim(), ViewerDocument, {})
    return { key: key.trim() }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void go(check, t('keyRefused'))
  }
  return (
    <form className="stack" onSubmit={submit}>
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
      <Button type="submit" look={canAskConsent ? 'plain' : 'main'} isDisabled={isBusy}>
        {t('signIn')}
      </Button>
    </form>
  )
}

/** The links that brought somebody here are redeemed at once. */
const useLinks = ({ go }: Way): void => {
  const { t } = useWords()
  useEffect(() => {
    if (handoff !== null) void go(() => redeem(handoff))
    else if (answer !== null) void go(() => redeemAnswer(answer), t('consentFailed'))
  }, [])
}

const Ways = ({ way }: { way: Way }) => {
  const { t } = useWords()
  const { isBusy, go } = way
  return (
    <>
      {canAskConsent && (
        <>
          <Button look="main" isDisabled={isBusy} onPress={() => void go(askConsent)}>
            {t('signInConsent')}
          </Button>
          <p className="soft">{t('signInConsentText')}</p>
          <p className="or">{t('orKey')}</p>
        </>
      )}
      <KeyForm {...way} />
      <p className="or">{t('orTry')}</p>
      <Button isDisabled={isBusy} onPress={() => void go(async () => ({ key: await openSandbox() }))}>
        {isBusy ? t('preparing') : t('trySandbox')}
      </Button>
      <p className="soft">{t('trySandboxText')}</p>
    </>
  )
}

export const SignIn = () => {
  const { t } = useWords()
  const way = useWay()
  useLinks(way)
  return (
    <main className="sign-in">
      <div>
        <div className="brand">
          <BrandMark />
          <span dir="auto">{brand.name}</span>
        </div>
        <div className="card">
          <h1>{t('signInTitle')}</h1>
          {session.hasEnded && !way.problem && (
            <p className="note" role="status">
              {t('accessEnded')}
            </p>
          )}
          {way.problem && <Fault message={way.problem} />}
          <Ways way={way} />
        </div>
      </div>
    </main>
  )
}

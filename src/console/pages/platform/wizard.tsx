/** A new company of a platform, step by step: who it is, what it gets, and what the registry and the network say. */
import { useState } from 'react'
import { OnboardOneDocument, type OnboardCompanyInput, type OnboardOneMutation, type Scope } from '#operations'
import { useAct } from '../../data/act.ts'
import { type Ask, Form, type Given } from '../../ui/form.tsx'
import { Badge, Button, Dialog, Once } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import type { OnboardProps } from './onboard.tsx'

type Onboarded = NonNullable<OnboardOneMutation['onboardCompany']>

const steps = ['wizardWho', 'wizardLimits', 'wizardAccess'] as const
type Step = (typeof steps)[number]

const keyScopes: Readonly<Record<string, Scope[]>> = {
  send: ['SEND', 'DOCUMENTS_READ', 'COMPANIES_READ', 'DIRECTORY'],
  all: [
    'SEND',
    'RECEIVE',
    'COMPANIES_READ',
    'DOCUMENTS_READ',
    'DOCUMENTS_SEARCH',
    'DOCUMENTS_WRITE',
    'LIFECYCLE',
    'DIRECTORY',
    'PARTNERS',
  ],
}

const quotasOf = ({ documentsPerMonth, storageMegabytes }: Given) => ({
  ...(documentsPerMonth && { documentsPerMonth: Number(documentsPerMonth) }),
  ...(storageMegabytes && { storageMegabytes: Number(storageMegabytes) }),
})

const inputOf = (given: Given): OnboardCompanyInput => {
  const { vatNumber = '', name, externalId, keyName, keyMay = 'send', webhook, receives } = given
  const quotas = quotasOf(given)
  return {
    vatNumber,
    receiveDocuments: receives === 'on',
    ...(name && { name }),
    ...(externalId && { externalId }),
    ...(Object.keys(quotas).length > 0 && { quotas }),
    ...(keyName && { apiKey: { name: keyName, scopes: keyScopes[keyMay] ?? null } }),
    ...(webhook && { webhook: { url: webhook, events: ['ALL' as const] } }),
  }
}

const useAsks = (given: Given): Readonly<Record<Step, readonly Ask[]>> => {
  const { t } = useWords()
  const text = (name: string, label: string, more: Partial<Ask> = {}): Ask => ({
    name,
    label,
    optional: true,
    value: given[name] ?? '',
    ...more,
  })
  return {
    wizardWho: [
      text('vatNumber', t('vatNumber'), { optional: false, hint: t('wizardVatHint') }),
      text('name', t('name')),
      text('externalId', t('externalId')),
      { name: 'receives', label: t('wizardReceives'), kind: 'check', value: 'true' },
    ],
    wizardLimits: [
      text('documentsPerMonth', t('documentsPerMonth'), { kind: 'number', hint: t('wizardNoLimit') }),
      text('storageMegabytes', t('storageMegabytes'), { kind: 'number', hint: t('wizardNoLimit') }),
    ],
    wizardAccess: [
      text('keyName', t('wizardKeyName'), { hint: t('wizardKeyHint') }),
      {
        name: 'keyMay',
        label: t('scopes'),
        options: [
          ['send', t('wizardKeySend')],
          ['all', t('wizardKeyAll')],
        ],
      },
      text('webhook', t('url'), { kind: 'url', hint: t('wizardWebhookHint') }),
    ],
  }
}

const Steps = ({ at }: { at: number }) => {
  const { t } = useWords()
  return (
    <ol className="wizard" aria-label={t('onboard')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          {t(step)}
        </li>
      ))}
    </ol>
  )
}

const Result = ({ made, onClose }: { made: Onboarded; onClose: () => void }) => {
  const { t } = useWords()
  const { company, verification, key, webhookSecret } = made
  return (
    <div className="stack">
      <p className="row">
        <Badge tone="good">{t('onboarded')}</Badge>
        <strong dir="auto">{company?.name}</strong> <code>{company?.peppolId}</code>
      </p>
      {verification && (
        <p className="note">
          {t(verification.isOnNetwork ? 'wizardOnNetwork' : 'wizardNotOnNetwork', {
            name: verification.legalName ?? verification.name,
            provider: verification.provider,
          })}
        </p>
      )}
      {key && <Once label={t('keyOnce')} secret={key} />}
      {webhookSecret && <Once label={t('secretOnce')} secret={webhookSecret} />}
      <div>
        <Button look="main" onPress={onClose}>
          {t('close')}
        </Button>
      </div>
    </div>
  )
}

const useWizard = (onDone: () => void) => {
  const { run, isBusy, problem } = useAct(OnboardOneDocument)
  const [at, setAt] = useState(0)
  const [given, setGiven] = useState<Given>({})
  const [made, setMade] = useState<Onboarded>()
  const take = async (more: Given): Promise<void> => {
    const all = { ...given, ...more }
    setGiven(all)
    if (at < steps.length - 1) return setAt(at + 1)
    const onboarded = await run({ input: inputOf(all) })
    if (!onboarded) return
    setMade(onboarded)
    onDone()
  }
  return { at, setAt, given, made, take, isBusy, problem }
}

export const Wizard = ({ onClose, onDone }: OnboardProps) => {
  const { t } = useWords()
  const { at, setAt, given, made, take, isBusy, problem } = useWizard(onDone)
  const asks = useAsks(given)
  const step = steps[at] ?? 'wizardWho'
  if (made)
    return (
      <Dialog title={t('onboard')} onClose={onClose} wide>
        <Result made={made} onClose={onClose} />
      </Dialog>
    )
  return (
    <Dialog title={t('onboard')} onClose={onClose} wide>
      <Steps at={at} />
      <Form
        key={step}
        {...{ isBusy, problem }}
        asks={asks[step]}
        action={t(at === steps.length - 1 ? 'onboard' : 'proceed')}
        onSubmit={(more) => void take(more)}
      >
        {at > 0 && (
          <div>
            <Button look="quiet" onPress={() => setAt(at - 1)}>
              {t('oneBack')}
            </Button>
          </div>
        )}
      </Form>
    </Dialog>
  )
}

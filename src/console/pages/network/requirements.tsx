/** What is still to be done for a company, in words of the console, each with the way to do it. */
import { useState } from 'react'
import type { CompanyListQuery, RequirementCode } from '#operations'
import { PublishDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { useMay } from '../../data/may.ts'
import { Coded } from '../../ui/coded.tsx'
import { Badge, Button, Fault } from '../../ui/parts.tsx'
import { type Word, useWords } from '../../words/words.ts'
import { Account } from './account.tsx'
import { DirectoryLine } from './directory-line.tsx'
import { Proof } from './proof.tsx'

type Company = CompanyListQuery['companies']['nodes'][number]

interface RequirementsProps {
  company: Company
  onEdit: () => void
  onDone: () => void
}

const known: Readonly<Record<RequirementCode, readonly [name: Word, text: Word, action: Word]>> = {
  MANDATE: ['needsProof', 'needsProofText', 'prove'],
  REGISTRATION: ['needsRegistration', 'needsRegistrationText', 'registerAgain'],
  ADDRESS: ['needsAddress', 'needsAddressText', 'giveAddress'],
  ACCOUNT: ['needsAccount', 'needsAccountText', 'giveAccount'],
  FRENCH_ADDRESS_LINE: ['needsLine', 'needsLineText', 'giveLine'],
}
/** A server that is newer may know of more. */
const isKnown = (code: string): code is RequirementCode => Object.hasOwn(known, code)

const dialogs = { MANDATE: Proof, ACCOUNT: Account, FRENCH_ADDRESS_LINE: DirectoryLine } as const
type WithDialog = keyof typeof dialogs
const hasDialog = (code: RequirementCode): code is WithDialog => Object.hasOwn(dialogs, code)

const Requirement = ({ code, fix, onAct }: { code: string; fix: string; onAct: (code: RequirementCode) => void }) => {
  const { t, spell } = useWords()
  const may = useMay()
  if (!isKnown(code))
    return (
      <li>
        <Badge tone="warn">{spell(code)}</Badge> <Coded text={fix} />
      </li>
    )
  const [name, text, action] = known[code]
  return (
    <li className="row">
      <Badge tone="warn">{t(name)}</Badge>
      <span className="grow">{t(text)}</span>
      {may(code === 'REGISTRATION' ? 'RECEIVE' : 'COMPANIES_WRITE') && (
        <Button onPress={() => onAct(code)}>{t(action)}</Button>
      )}
    </li>
  )
}

export const Requirements = ({ company, onEdit, onDone }: RequirementsProps) => {
  const { t } = useWords()
  const [open, setOpen] = useState<WithDialog>()
  const { run, problem } = useAct(PublishDocument)
  const act = (code: RequirementCode): void => {
    if (hasDialog(code)) setOpen(code)
    else if (code === 'ADDRESS') onEdit()
    else void run({ id: company.id }).then(onDone)
  }
  const Opened = open && dialogs[open]
  if (!company.requirements?.length && !Opened) return null
  return (
    <>
      <ul className="findings" aria-label={t('requirements')}>
        {company.requirements?.map(({ code, fix }) => (
          <Requirement key={code} code={code} fix={fix} onAct={act} />
        ))}
      </ul>
      {problem && <Fault {...problem} />}
      {Opened && <Opened id={company.id} onClose={() => setOpen(undefined)} onDone={onDone} />}
    </>
  )
}

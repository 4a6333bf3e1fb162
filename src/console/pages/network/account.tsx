/** The bank account that invoices of a company name; its other settings stay as they are. */
import { useQuery } from 'urql'
import { ChangeCompanyDocument, CompanySettingsDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { Form, type Given } from '../../ui/form.tsx'
import { Dialog, Skeleton } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'
import { type SettledCompany, settingsOf } from './settings.ts'

export interface ToDoProps {
  id: string
  onClose: () => void
  onDone: () => void
}

const AccountForm = ({ company, onClose, onDone }: Omit<ToDoProps, 'id'> & { company: SettledCompany }) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ChangeCompanyDocument)
  const save = async (account: Given): Promise<void> => {
    const settings = { ...settingsOf(company), account }
    if (!(await run({ input: { companyId: company.id, ifUpdatedAt: company.updatedAt, settings } }))) return
    onDone()
    onClose()
  }
  return (
    <Form
      {...{ isBusy, problem }}
      action={t('save')}
      asks={[
        { name: 'iban', label: 'IBAN' },
        { name: 'bic', label: 'BIC', optional: true },
        { name: 'name', label: t('accountHolder'), optional: true },
      ]}
      onSubmit={(given) => void save(given)}
    />
  )
}

export const Account = ({ id, ...props }: ToDoProps) => {
  const { t } = useWords()
  const [{ data }] = useQuery({ query: CompanySettingsDocument, variables: { id }, requestPolicy: 'network-only' })
  return (
    <Dialog title={t('needsAccount')} onClose={props.onClose}>
      {data?.company ? <AccountForm company={data.company} {...props} /> : <Skeleton rows={3} />}
    </Dialog>
  )
}

/** The entry of a French company in the directory of the portal. */
import { ChangeCompanyDocument } from '#operations'
import { useAct } from '../../data/act.ts'
import { FormDialog } from '../../ui/form.tsx'
import { useWords } from '../../words/words.ts'
import type { ToDoProps } from './account.tsx'

export const DirectoryLine = ({ id, onClose, onDone }: ToDoProps) => {
  const { t } = useWords()
  const { run, isBusy, problem } = useAct(ChangeCompanyDocument)
  const save = async (directoryLine: string): Promise<void> => {
    if (!(await run({ input: { companyId: id, compliance: { FR: { directoryLine } } } }))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      {...{ isBusy, problem, onClose }}
      title={t('needsLine')}
      action={t('save')}
      asks={[{ name: 'directoryLine', label: t('directoryLine') }]}
      onSubmit={({ directoryLine = '' }) => void save(directoryLine)}
    />
  )
}

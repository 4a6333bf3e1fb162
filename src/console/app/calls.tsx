/** What this page asked and did, each to be copied for a program: the key is never a part of it. */
import { useCalls } from '../data/calls.ts'
import { CopyAs } from '../pages/developers/copy-as.tsx'
import { Badge, Dialog } from '../ui/parts.tsx'
import { useWords } from '../words/words.ts'

export const Calls = ({ onClose }: { onClose: () => void }) => {
  const { t } = useWords()
  const calls = useCalls()
  return (
    <Dialog title={t('asCode')} onClose={onClose} wide>
      <p className="soft">{t('asCodeText')}</p>
      <ol className="calls">
        {calls.map(({ id, name, isAction, text, variables }) => (
          <li key={id} className="row">
            <code className="grow">{name}</code>
            <Badge tone={isAction ? 'busy' : 'neutral'}>{t(isAction ? 'anAction' : 'aQuestion')}</Badge>
            <CopyAs document={text} variables={variables} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** A file of the bank: its lines beside what they seem to pay. Each is recorded or left out, one by one or all sure ones. */
import { useState } from 'react'
import { PayDocument, ReadBankFileDocument, type ReadBankFileMutation } from '#operations'
import { useAct } from '../../data/act.ts'
import { Card } from '../../ui/head.tsx'
import { Badge, Button, Fault } from '../../ui/parts.tsx'
import { toneOf } from '../../ui/status.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { Drop } from '../compose/files.tsx'

type Line = NonNullable<NonNullable<ReadBankFileMutation['importBankFile']>['lines']>[number]
interface BankFileProps {
  company: string | undefined
  onRecorded: () => void
}

/** Of each line by its place: recorded, or left out. */
type Decisions = ReadonlyMap<number, 'recorded' | 'dismissed'>

const useBankFile = ({ company, onRecorded }: BankFileProps) => {
  const reading = useAct(ReadBankFileDocument)
  const paying = useAct(PayDocument)
  const [file, setFile] = useState<File>()
  const [lines, setLines] = useState<readonly Line[]>([])
  const [decisions, setDecisions] = useState<Decisions>(new Map())
  const decide = (index: number, how: 'recorded' | 'dismissed'): void =>
    setDecisions((before) => new Map([...before, [index, how]]))
  const read = async (given: File, mode: 'PROPOSE' | 'RECORD'): Promise<void> => {
    const input = { file: given, mode, ...(company !== undefined && { companyId: company }) }
    const answer = await reading.run({ input })
    if (!answer) return
    setFile(given)
    setDecisions(new Map())
    setLines(answer.lines ?? [])
    if (mode === 'RECORD') onRecorded()
  }
  const record = async (line: Line, index: number, documentId: string): Promise<void> => {
    const { amount, currency, date, reference } = line
    const input = { documentId, amount, currency, date, ...(reference && { reference }) }
    if (!(await paying.run({ input }))) return
    decide(index, 'recorded')
    onRecorded()
  }
  const isBusy = reading.isBusy || paying.isBusy
  return { file, lines, decisions, decide, read, record, isBusy, problem: reading.problem ?? paying.problem }
}
type State = ReturnType<typeof useBankFile>

const Decision = ({ state, line, index }: { state: State; line: Line; index: number }) => {
  const { t } = useWords()
  const [chosen, setChosen] = useState(line.documentId ?? line.candidates[0]?.documentId)
  const of = line.number ?? line.reference ?? String(index + 1)
  const made = line.recorded ? 'recorded' : state.decisions.get(index)
  if (made) return <Badge tone={made === 'recorded' ? 'good' : 'neutral'}>{t(made)}</Badge>
  return (
    <div className="row end">
      {line.candidates.length > 1 && (
        <select aria-label={t('proposal')} value={chosen} onChange={({ target }) => setChosen(target.value)}>
          {line.candidates.map(({ documentId, number }) => (
            <option key={documentId} value={documentId}>
              {number}
            </option>
          ))}
        </select>
      )}
      {chosen && (
        <Button
          aria-label={`${t('record')}: ${of}`}
          isDisabled={state.isBusy}
          onPress={() => void state.record(line, index, chosen)}
        >
          {t('record')}
        </Button>
      )}
      <Button look="quiet" aria-label={`${t('leaveOut')}: ${of}`} onPress={() => state.decide(index, 'dismissed')}>
        {t('leaveOut')}
      </Button>
    </div>
  )
}

const useColumns = (state: State): readonly Column<Line>[] => {
  const { t, date, money, spell } = useWords()
  return [
    {
      name: t('inTheFile'),
      of: (line) => (
        <>
          <strong>{money(line.amount, line.currency)}</strong> · {date(line.date)}
          <div className="soft">{[line.counterpartyName, line.reference].filter(Boolean).join(' · ')}</div>
        </>
      ),
    },
    {
      name: t('proposal'),
      of: ({ result, number, because }) => (
        <>
          <Badge tone={toneOf(result)}>{spell(result)}</Badge> {number}
          <div className="soft">{because}</div>
        </>
      ),
    },
    { name: '', look: 'number', of: (line, index) => <Decision state={state} line={line} index={index} /> },
  ]
}

export const BankFile = (props: BankFileProps) => {
  const { t } = useWords()
  const state = useBankFile(props)
  const columns = useColumns(state)
  const { file, lines, read, isBusy, problem } = state
  return (
    <Card title={t('bankFile')}>
      <p className="soft">{t('bankFileText')}</p>
      <Drop label={t('readFile')} accept=".xml,.sta,.txt,.940,.zip" onFile={(given) => void read(given, 'PROPOSE')} />
      {problem && <Fault {...problem} />}
      {lines.length > 0 && <Table label={t('bankFile')} rows={lines} columns={columns} />}
      {file && lines.some(({ result, recorded }) => result === 'EXACT' && !recorded) && (
        <div>
          <Button look="main" isDisabled={isBusy} onPress={() => void read(file, 'RECORD')}>
            {t('recordAll')}
          </Button>
        </div>
      )}
    </Card>
  )
}

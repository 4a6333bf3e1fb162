/** New companies of a platform from a file, each row with its result. */
import { useState } from 'react'
import { OnboardManyDocument, type OnboardManyMutation, type OnboardingItem } from '#operations'
import { useAct } from '../../data/act.ts'
import { csvOf, readCsv } from '../../data/csv.ts'
import { save } from '../../data/save.ts'
import type { Given } from '../../ui/form.tsx'
import { Badge, Button, Dialog, Fault } from '../../ui/parts.tsx'
import { Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'
import { Drop } from '../compose/files.tsx'

type Result = NonNullable<NonNullable<OnboardManyMutation['onboardCompanies']>['results']>[number]
export interface OnboardProps {
  onClose: () => void
  onDone: () => void
}

const MOST_ROWS = 100

/** What is not asked for is not sent: the registry then says it. */
const itemOf = ({ vatNumber = '', name, externalId, documentsPerMonth }: Given): OnboardingItem => ({
  vatNumber,
  ...(name && { name }),
  ...(externalId && { externalId }),
  ...(documentsPerMonth && { quotas: { documentsPerMonth: Number(documentsPerMonth) } }),
})

/** A file to begin with. */
const template = 'vatNumber,name,externalId,documentsPerMonth\r\nFR40303265045,Atelier Logistics,customer-4711,500\r\n'

const useFile = (onDone: () => void) => {
  const { run, isBusy, problem } = useAct(OnboardManyDocument)
  const [rows, setRows] = useState<readonly Given[]>([])
  const [results, setResults] = useState<readonly Result[]>([])
  const take = async (file: File): Promise<void> => {
    setResults([])
    setRows(readCsv(await file.text()).slice(0, MOST_ROWS))
  }
  const start = async (): Promise<void> => {
    setResults((await run({ input: { items: rows.map(itemOf) } }))?.results ?? [])
    onDone()
  }
  const keep = (): void => {
    const lines = results.map(({ index, ok, onboarded, error }) => [
      rows[index]?.['vatNumber'] ?? '',
      ok ? (onboarded?.company.id ?? '') : (error?.code ?? ''),
      error?.message ?? '',
    ])
    save(new Blob([csvOf([['vatNumber', 'result', 'message'], ...lines])], { type: 'text/csv' }), 'onboarded.csv')
  }
  return { rows, results, take, start, keep, isBusy, problem }
}
type FileState = ReturnType<typeof useFile>

const Rows = ({ rows, results }: Pick<FileState, 'rows' | 'results'>) => {
  const { t } = useWords()
  const columns = [
    { name: t('row'), look: 'number', of: (_row: Given, index: number) => index + 2 },
    { name: t('vatNumber'), of: ({ vatNumber }: Given) => vatNumber },
    { name: t('name'), look: 'wide-only', of: ({ name }: Given) => name },
    {
      name: t('result'),
      of: (_row: Given, index: number) => <Outcome result={results.find((one) => one.index === index)} />,
    },
  ]
  return <Table label={t('file')} rows={rows} columns={columns} />
}

export const OnboardFile = ({ onClose, onDone }: OnboardProps) => {
  const { t } = useWords()
  const { rows, results, take, start, keep, isBusy, problem } = useFile(onDone)
  return (
    <Dialog title={t('onboardCsv')} onClose={onClose} wide>
      <div className="stack">
        <div>
          <Button onPress={() => save(new Blob([template], { type: 'text/csv' }), 'companies.csv')}>
            {t('csvTemplate')}
          </Button>
        </div>
        <Drop label={t('onboardCsvText')} accept=".csv,text/csv" onFile={(file) => void take(file)} />
        {problem && <Fault {...problem} />}
        {rows.length > 0 && <Rows rows={rows} results={results} />}
        {rows.length > 0 && results.length === 0 && (
          <Button look="main" isDisabled={isBusy} onPress={() => void start()}>
            {t('onboard')}
          </Button>
        )}
        {results.length > 0 && (
          <div className="row" role="status">
            <span>{t('onboardedOf', { good: results.filter(({ ok }) => ok).length, all: results.length })}</span>
            <Button onPress={keep}>{t('exportCsv')}</Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}

const Outcome = ({ result }: { result: Result | undefined }) => {
  const { t } = useWords()
  if (!result) return '–'
  if (result.ok) return <Badge tone="good">{t('onboarded')}</Badge>
  return (
    <>
      <Badge tone="bad">{result.error?.code}</Badge> <span className="soft">{result.error?.message}</span>
    </>
  )
}

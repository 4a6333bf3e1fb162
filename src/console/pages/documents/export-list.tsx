/** The rows of the filter as a file that spreadsheets open. */
import { useState } from 'react'
import { type Client, type CombinedError, useClient } from 'urql'
import { type DocumentFilter, DocumentsDocument, type RowFragment } from '#operations'
import { type Problem, problemOf } from '../../data/refused.ts'
import { save } from '../../data/save.ts'
import { csvOf } from '../../data/csv.ts'
import { Button, Fault } from '../../ui/parts.tsx'
import { useWords } from '../../words/words.ts'

const names = [
  'number',
  'type',
  'direction',
  'issueDate',
  'dueDate',
  'senderName',
  'receiverName',
  'lifecycleStatus',
  'deliveryStatus',
  'grossAmount',
  'amountDue',
  'currency',
] as const satisfies readonly (keyof RowFragment)[]

const PAGE = 100
/** What is more is asked for by a bulk export. */
const MOST = 10_000

/** Every row of the filter, or as many as there may be; what was refused is thrown. */
const rowsOf = async (client: Client, filter: DocumentFilter): Promise<{ rows: RowFragment[]; isCut: boolean }> => {
  const rows: RowFragment[] = []
  let after: string | null | undefined
  do {
    const variables = { filter, first: PAGE, ...(after && { after }) }
    const { data, error } = await client
      .query(DocumentsDocument, variables, { requestPolicy: 'network-only' })
      .toPromise()
    if (error) throw error
    rows.push(...(data?.documents.nodes ?? []))
    after = data?.documents.pageInfo.hasNextPage ? data.documents.pageInfo.endCursor : undefined
  } while (after && rows.length < MOST)
  return { rows, isCut: Boolean(after) }
}

/** Of a part that looks like all, nothing is saved; that there is more than the file holds is said. */
const useExport = (filter: DocumentFilter) => {
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const [isCut, setCut] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const start = async (): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const found = await rowsOf(client, filter)
      const table = [names, ...found.rows.map((row) => names.map((name) => String(row[name] ?? '')))]
      save(new Blob([csvOf(table)], { type: 'text/csv' }), 'documents.csv')
      setCut(found.isCut)
    } catch (error) {
      setProblem(problemOf(error as CombinedError, undefined))
    }
    setBusy(false)
  }
  return { start, isBusy, isCut, problem }
}

export const ExportList = ({ filter }: { filter: DocumentFilter }) => {
  const { t, number } = useWords()
  const { start, isBusy, isCut, problem } = useExport(filter)
  return (
    <>
      {isCut && <span role="status">{t('exportCut', { count: number(MOST) })}</span>}
      <Button isDisabled={isBusy} onPress={() => void start()}>
        {t('exportCsv')}
      </Button>
      {problem && <Fault {...problem} />}
    </>
  )
}

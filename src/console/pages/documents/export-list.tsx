/** The rows of the filter as a file that spreadsheets open. */
import { useState } from 'react'
import { useClient } from 'urql'
import { type DocumentFilter, DocumentsDocument, type RowFragment } from '#operations'
import { save } from '../../data/save.ts'
import { csvOf } from '../../data/csv.ts'
import { Button } from '../../ui/parts.tsx'
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

export const ExportList = ({ filter }: { filter: DocumentFilter }) => {
  const { t } = useWords()
  const client = useClient()
  const [isBusy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    const rows: RowFragment[] = []
    let after: string | null | undefined
    do {
      const variables = { filter, first: PAGE, ...(after && { after }) }
      const { data } = await client.query(DocumentsDocument, variables, { requestPolicy: 'network-only' }).toPromise()
      rows.push(...(data?.documents.nodes ?? []))
      after = data?.documents.pageInfo.hasNextPage ? data.documents.pageInfo.endCursor : undefined
    } while (after && rows.length < MOST)
    setBusy(false)
    const table = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
    save(new Blob([csvOf(table)], { type: 'text/csv' }), 'documents.csv')
  }
  return (
    <Button isDisabled={isBusy} onPress={() => void start()}>
      {t('exportCsv')}
    </Button>
  )
}

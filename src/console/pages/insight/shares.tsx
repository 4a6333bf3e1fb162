/** What a whole is made of: a table with a bar for each part, and the same as a file. */
import { csvOf } from '../../data/csv.ts'
import { save } from '../../data/save.ts'
import { Card } from '../../ui/head.tsx'
import { Button } from '../../ui/parts.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { useWords } from '../../words/words.ts'

export interface Part {
  key: string
  name: string
  /** What is counted, in the order of `counted`. */
  counts: readonly number[]
}
interface SharesProps {
  title: string
  file: string
  parts: readonly Part[]
  counted: readonly string[]
  empty: string
}

const sizeOf = ({ counts }: Part): number => counts.reduce((sum, one) => sum + one, 0)

const Meter = ({ part }: { part: number }) => (
  <svg className="meter" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect width={100 * part} height="8" />
  </svg>
)

export const Shares = ({ title, file, parts, counted, empty }: SharesProps) => {
  const { t, number } = useWords()
  const most = Math.max(1, ...parts.map(sizeOf))
  const columns: readonly Column<Part>[] = [
    {
      name: t('name'),
      of: (part) => (
        <>
          {part.name}
          <Meter part={sizeOf(part) / most} />
        </>
      ),
    },
    ...counted.map((name, index): Column<Part> => ({
      name,
      look: 'number',
      of: ({ counts }) => number(counts[index] ?? 0),
    })),
  ]
  const download = (): void => {
    const rows = parts.map(({ name, counts }) => [name, ...counts.map(String)])
    save(new Blob([csvOf([[t('name'), ...counted], ...rows])], { type: 'text/csv' }), `${file}.csv`)
  }
  return (
    <Card title={title}>
      {parts.length === 0 && <p className="soft">{empty}</p>}
      {parts.length > 0 && (
        <>
          <div>
            <Button aria-label={`${t('exportCsv')}: ${title}`} onPress={download}>
              {t('exportCsv')}
            </Button>
          </div>
          <Table label={title} rows={parts} columns={columns} keyOf={({ key }) => key} />
        </>
      )}
    </Card>
  )
}

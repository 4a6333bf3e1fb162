/** A document as it will be read, before it is written: a kept answer goes with the statement that writes it. */
import { type Document, Prisma } from '../../generated/prisma/client.ts'
import { JsonCell } from '../../kernel/database/rows.ts'
import { asStored } from '../../kernel/stored-json.ts'
import { type NewDocument, documentRow } from './store-document.ts'

/** What the database gives to columns that are not said. */
const BLANK = {
  ...Object.fromEntries(Object.keys(Prisma.DocumentScalarFieldEnum).map((name) => [name, null])),
  takenOver: false,
  lifecycleVersion: 0,
  selfBilled: false,
  archived: false,
  read: false,
}

const AMOUNTS: ReadonlySet<string> = new Set(['grossAmount', 'netAmount', 'vatAmount', 'prepaidAmount', 'amountDue'])

const asRead = (name: string, cell: unknown): unknown => {
  if (cell instanceof JsonCell) return asStored(cell)
  // A database has no negative zero.
  return typeof cell === 'string' && AMOUNTS.has(name) ? new Prisma.Decimal(cell).plus(0) : cell
}

/** Whose document it is of those that the organization trades with, only the database knows. */
export const foreseenDocument = ({
  columns,
  ...document
}: Pick<NewDocument, 'content' | 'beginning'> & { columns: Omit<NewDocument['columns'], 'partnerId'> }): Document => {
  const said = Object.entries(documentRow({ columns, ...document }).columns).filter(([, cell]) => cell !== undefined)
  return { ...BLANK, ...Object.fromEntries(said.map(([name, cell]) => [name, asRead(name, cell)])) } as Document
}

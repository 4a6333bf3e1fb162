/** What a document says, with its decimals as number literals. */
import { structuredView } from '../../src/documents/views/content-view.ts'
import { one } from '../../src/http/answers.ts'
import { Exact } from '../../src/kernel/json.ts'
import { Decimal } from '../../src/values/money.ts'

const withExactDecimals = (value: unknown): unknown => {
  if (Decimal.isDecimal(value)) return new Exact(value)
  if (Array.isArray(value)) return value.map(withExactDecimals)
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withExactDecimals(inner)]))
    : value
}

const { shape, present } = one(structuredView)

export const structured = {
  shape,
  present: (answer: Parameters<typeof present>[0]) => withExactDecimals(present(answer)),
}

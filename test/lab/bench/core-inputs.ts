/**
 * What a large input of GraphQL costs in the thread that answers, in one process, warm: coercion as graphql-js
 * does it and as it is made once for each type, and what the operation takes for it. Target: 20 ms for 10,000 lines.
 */
import { type OperationDefinitionNode, getVariableValues, parse } from 'graphql'
import { schema } from '../../../src/doors/graphql/schema.ts'
import { withVariables } from '../../../src/doors/graphql/variables.ts'
import { sendDocument } from '../../../src/exchange/send/send-document.ts'
import { fromGraphql } from '../../../src/graphql/read-input.ts'
import { median } from './support/bench.ts'

const ROUNDS = 15
const document = parse('mutation ($input: SendDocumentInput!) { sendDocument(input: $input) { document { id } } }')
const definitions = (document.definitions[0] as OperationDefinitionNode).variableDefinitions ?? []

const inputOf = (lines: number, more: object = {}) => ({
  type: 'INVOICE',
  from: '0208:0403019261',
  to: '0208:0417497106',
  content: {
    document: {
      number: 'F-1',
      issueDate: '2026-11-20',
      dueDate: '2026-12-20',
      buyerReference: 'PO-77',
      lines: Array.from({ length: lines }, (_, index) => ({
        description: `Consulting ${index}`,
        quantity: '3',
        unit: 'HUR',
        unitPrice: '99.50',
        vatRate: '21',
        ...more,
      })),
    },
  },
})

const measure = (name: string, lines: number, work: (input: object) => unknown, more: object = {}): void => {
  const spent = Array.from({ length: ROUNDS }, () => {
    // Every request brings objects of its own.
    const input = JSON.parse(JSON.stringify(inputOf(lines, more))) as object
    const start = performance.now()
    work(input)
    return performance.now() - start
  })
  const [middle, most] = [median(spent), Math.max(...spent.slice(5))]
  process.stdout.write(
    `${String(lines).padStart(6)} lines, ${name.padEnd(42)} median ${middle.toFixed(1).padStart(7)}` +
      `   worst ${most.toFixed(1).padStart(7)}\n`,
  )
}

const ours = (input: object): unknown => withVariables({ schema, document, variableValues: { input } })
const coerced = (input: object): Record<string, unknown> =>
  (ours(input) as { variableValues: { input: Record<string, unknown> } }).variableValues.input

for (const lines of [10, 1_000, 10_000]) {
  measure('graphql-js', lines, (input) => getVariableValues(schema, definitions, { input }))
  measure('made once', lines, ours)
  measure('made once, every line wrong', lines, ours, { wrong: 1 })
  measure('coerced and read', lines, (input) => fromGraphql(sendDocument.input, coerced(input)))
}

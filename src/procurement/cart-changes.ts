/** What differs between two carts of the same purchase. */
import { z } from 'zod'
import type { CartLine } from '../formats/cart/cart.ts'
import { oneOf } from '../kernel/input.ts'

const kinds = {
  added: 'The item was not in the cart before.',
  removed: 'The item is not in the cart any more.',
  changed: 'A field of the item has another value.',
} as const

export const cartChange = z
  .object({
    change: oneOf('CartChangeKind', kinds).describe('What happened to the item.'),
    line: z
      .number()
      .int()
      .nullable()
      .meta({ graphql: 'Int' })
      .describe('Number of the line now. Null where it is gone.'),
    description: z.string().describe('What is bought.'),
    field: z.string().nullable().describe('The field that differs. Null for an item that came or went.'),
    before: z.string().nullable().describe('Its value before.'),
    after: z.string().nullable().describe('Its value now.'),
  })
  .meta({
    id: 'CartChange',
    graphql: 'CartChange',
    about: 'A difference to the cart before.',
    description: 'A difference.',
  })

export type CartChange = z.output<typeof cartChange>

const COMPARED = ['quantity', 'unit', 'price', 'priceQuantity', 'leadTimeDays'] as const

const keyOf = ({ supplierPartId, supplierPartAuxiliaryId, buyerPartId, description }: CartLine): string =>
  JSON.stringify([supplierPartId ?? buyerPartId ?? description, supplierPartAuxiliaryId])

/** Lines by their item; of several with one item, each has its place. */
const byItem = (lines: readonly CartLine[]): Map<string, CartLine> => {
  const counts = new Map<string, number>()
  return new Map(
    lines.map((line) => {
      const key = keyOf(line)
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return [`${key} ${count}`, line]
    }),
  )
}

const shown = (value: string | number | null): string | null => (value === null ? null : String(value))

export const changesBetween = (before: readonly CartLine[], after: readonly CartLine[]): CartChange[] => {
  const [old, now] = [byItem(before), byItem(after)]
  const whole = (change: CartChange['change'], { description, number }: CartLine): CartChange => ({
    change,
    line: change === 'removed' ? null : number,
    description,
    field: null,
    before: null,
    after: null,
  })
  return [
    ...[...now].flatMap(([key, line]): CartChange[] => {
      const was = old.get(key)
      if (!was) return [whole('added', line)]
      return COMPARED.filter((field) => was[field] !== line[field]).map((field) => ({
        change: 'changed',
        line: line.number,
        description: line.description,
        field,
        before: shown(was[field]),
        after: shown(line[field]),
      }))
    }),
    ...[...old].filter(([key]) => !now.has(key)).map(([, line]) => whole('removed', line)),
  ]
}

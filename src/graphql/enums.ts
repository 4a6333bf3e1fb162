import type { EnumRef } from '@pothos/core'
import { builder } from './builder.ts'

/** `credit-note` → `CREDIT_NOTE`: how a value of the wire is written in GraphQL, everywhere. */
export const enumName = (value: string): string =>
  value === '*'
    ? 'ALL'
    : value
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .toUpperCase()

type WireEnum = EnumRef<(typeof builder)['$inferSchemaTypes'], string, string>

const made = new Map<string, { ref: WireEnum; values: string }>()

/** The GraphQL enum of a list of wire values; asked for again, the same one. */
export const enumOf = (
  name: string,
  values: readonly string[],
  descriptions: Readonly<Record<string, string>> = {},
): WireEnum => {
  const known = made.get(name)
  if (known) {
    if (known.values !== values.join()) throw new Error(`The enum ${name} has two lists of values.`)
    return known.ref
  }
  const ref = builder.enumType(name, {
    description: `On the wire of REST: ${values.map((value) => `\`${value}\``).join(', ')}.`,
    values: Object.fromEntries(
      values.map((value) => [enumName(value), { value, description: descriptions[value] ?? `\`${value}\` in REST.` }]),
    ),
  }) as unknown as WireEnum
  made.set(name, { ref, values: values.join() })
  return ref
}

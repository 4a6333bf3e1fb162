import type { EnumRef } from '@pothos/core'
import { builder } from './builder.ts'

/** `credit-note` → `CREDIT_NOTE`: how a value of the wire is written in GraphQL, everywhere. */
const enumName = (value: string): string =>
  value === '*'
    ? 'ALL'
    : value
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replace(/[^A-Za-z0-9]+/g, '_')
        .toUpperCase()

type WireEnum = EnumRef<(typeof builder)['$inferSchemaTypes'], string, string>
type Descriptions = Readonly<Record<string, string>>

const made = new Map<string, { ref: WireEnum; values: string; isDescribed: boolean }>()

const valuesWith = (values: readonly string[], descriptions: Descriptions) =>
  Object.fromEntries(values.map((value) => [enumName(value), { value, description: descriptions[value] }]))

/** The GraphQL enum of a list of wire values; asked for again, the same one. Who knows descriptions adds them. */
export const enumOf = (name: string, values: readonly string[], descriptions: Descriptions = {}): WireEnum => {
  const known = made.get(name)
  const isDescribed = Object.keys(descriptions).length > 0
  if (!known) {
    const ref = builder.enumType(name, {
      description: `Values in REST: ${values.map((value) => `\`${value}\``).join(', ')}.`,
      values: valuesWith(values, descriptions),
    }) as unknown as WireEnum
    made.set(name, { ref, values: values.join(), isDescribed })
    return ref
  }
  if (known.values !== values.join()) throw new Error(`The enum ${name} has two lists of values.`)
  if (isDescribed && !known.isDescribed) describeValues(known.ref, valuesWith(values, descriptions))
  known.isDescribed ||= isDescribed
  return known.ref
}

/** Inputs may have made the enum before anybody told what its values mean. */
const describeValues = (ref: WireEnum, described: ReturnType<typeof valuesWith>): void =>
  (ref as unknown as Updatable).updateConfig(({ values, ...config }) => ({
    ...config,
    values: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { ...value, description: described[name]?.description }]),
    ),
  }))

interface EnumConfig {
  values: Record<string, object>
}
interface Updatable {
  updateConfig(update: (config: EnumConfig) => EnumConfig): void
}

/**
 * Builders of fields, for types that are made while the schema is built: no compiler knows what such a field holds. What
 * they return fits into every object.
 */
export interface DynamicFields {
  field(options: object): never
  prismaField(options: object): never
  connection(options: object, ...types: readonly object[]): never
  relation(name: string, options: object): never
  arg: ((options: object) => unknown) & { id(options: object): unknown }
}

export const dynamic = (t: object): DynamicFields => t as DynamicFields

/** Fields or arguments by names that are made while the schema is built. */
export const byName = (entries: Iterable<readonly [name: string, made: unknown]>): never =>
  Object.fromEntries(entries) as never

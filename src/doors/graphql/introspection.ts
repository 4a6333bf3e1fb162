/** Documents that ask about the schema alone: each always has the same answer, so it is carried out once. */
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type DocumentNode, type GraphQLSchema, Kind, executeSync } from 'graphql'
import type { Plan } from '../../graphql/plan.ts'
import { TOKEN_WEIGHT } from './text-cache.ts'

/** A kept answer costs what a small document does. */
const KEPT_COST = 500

const [pack, unpack] = [promisify(gzip), promisify(gunzip)]

const asksAboutSchemaAlone = ({ definitions }: DocumentNode): boolean => {
  const [operation, ...others] = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  if (!operation || others.length > 0 || operation.variableDefinitions?.length) return false
  return operation.selectionSet.selections.every((one) => one.kind === Kind.FIELD && one.name.value.startsWith('__'))
}

/** Undefined where a document asks for anything else. */
export const schemaPlanOf = (schema: GraphQLSchema, document: DocumentNode): Plan | undefined => {
  if (!asksAboutSchemaAlone(document)) return undefined
  let kept: Buffer | undefined
  return {
    document,
    cost: KEPT_COST,
    get parts() {
      return Math.ceil((kept?.length ?? 0) / TOKEN_WEIGHT)
    },
    async run() {
      kept ??= await pack(JSON.stringify(executeSync({ schema, document }).data))
      return (await unpack(kept)).toString()
    },
  }
}

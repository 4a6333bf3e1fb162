import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import type { GraphQLFieldResolver } from 'graphql'
import { Refused } from './refused.ts'

/**
 * Where null stands for what failed, so that its siblings are answered: every field of Mutation, every field of Query
 * that asks for something particular, which may not be there, and the fields of payloads beside a refusal.
 */
class FailuresPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(config: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    return this.mayFail(config) ? { ...config, type: { ...config.type, nullable: true } } : config
  }

  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    { name, parentType }: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    if (name === 'refusal' || !this.isPayload(parentType)) return resolver
    return (result, ...rest) => (result instanceof Refused ? null : resolver(result, ...rest))
  }

  private mayFail({ parentType, args }: PothosOutputFieldConfig<Types>): boolean {
    if (parentType === 'Query') return Object.values(args).some(({ type }) => type.required === true)
    return parentType === 'Mutation' || this.isPayload(parentType)
  }

  private isPayload(name: string): boolean {
    const { pothosOptions } = this.buildCache.getTypeConfig(name)
    return (pothosOptions as { isPayload?: boolean }).isPayload === true
  }
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      failures: FailuresPlugin<Types>
    }
  }
}

SchemaBuilder.registerPlugin('failures', FailuresPlugin)

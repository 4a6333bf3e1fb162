import SchemaBuilder, { type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'
import { PothosScopeAuthPlugin } from '@pothos/plugin-scope-auth'
import type { GraphQLFieldResolver } from 'graphql'
import { type Access, grants } from '../auth/scopes.ts'
import type { Context } from './context.ts'

type Resolver = GraphQLFieldResolver<unknown, Context, object, unknown>

interface Scopes {
  access?: Access
  $any?: Scopes
}

/**
 * The one scope that is enough to read the fields of a type, from the options of the type; undefined where it takes
 * more.
 */
export const accessTo = (options: unknown): Access | undefined => {
  const { authScopes, grantScopes } = options as { authScopes?: Scopes | (() => Scopes); grantScopes?: unknown }
  if (authScopes === undefined || typeof authScopes === 'function' || grantScopes !== undefined) return undefined
  const { access, $any, ...others } = authScopes
  return Object.keys(others).length > 0 || (access && $any) ? undefined : (access ?? $any?.access)
}

/**
 * The scopes plugin checks every field of every row, with a cache and a path for each. Where a type needs one scope and
 * the caller holds it, there is nothing to check; every other case is left to the plugin.
 */
class HeldScopesPlugin<Types extends SchemaTypes> extends PothosScopeAuthPlugin<Types> {
  override wrapResolve(
    resolver: GraphQLFieldResolver<unknown, Types['Context'], object>,
    config: PothosOutputFieldConfig<Types>,
  ): GraphQLFieldResolver<unknown, Types['Context'], object> {
    const judged = super.wrapResolve(resolver, config) as Resolver
    const direct = resolver as Resolver
    const access = this.accessOf(config)
    if (judged === direct || access === undefined) return judged as typeof resolver
    const resolve: Resolver = (row, args, context, info) =>
      (grants(context.call.actor.scopes, access) ? direct : judged)(row, args, context, info)
    return resolve as typeof resolver
  }

  private accessOf({ parentType, pothosOptions }: PothosOutputFieldConfig<Types>): Access | undefined {
    const type = this.buildCache.getTypeConfig(parentType)
    const { authScopes, grantScopes } = pothosOptions as { authScopes?: unknown; grantScopes?: unknown }
    const interfaces = type.kind === 'Object' ? type.interfaces.map((one) => this.buildCache.getTypeConfig(one)) : []
    const plain =
      authScopes === undefined &&
      grantScopes === undefined &&
      interfaces.every((one) => (one.pothosOptions as { authScopes?: unknown }).authScopes === undefined)
    return plain ? accessTo(type.pothosOptions) : undefined
  }
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  export namespace PothosSchemaTypes {
    export interface Plugins<Types extends SchemaTypes> {
      heldScopes: HeldScopesPlugin<Types>
    }
  }
}

SchemaBuilder.registerPlugin('heldScopes', HeldScopesPlugin)

import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import type { Actor } from '../auth/actor.ts'
import type { Access } from '../auth/scopes.ts'

/** A document of GraphQL that its caller may run. */
export interface JudgedDocument {
  document: DocumentNode
  /** The scopes that it needs. */
  access: readonly Access[]
}

/** Documents of GraphQL that are kept and run later: by bulk operations and webhooks. */
export interface KeptDocuments {
  readonly schema: GraphQLSchema
  /**
   * Reads a document of one operation that needs no variables; otherwise refuses it, with each of its faults in the
   * details of the input's field.
   */
  judge(actor: Actor, text: string, kind: 'query' | 'subscription', field: string): JudgedDocument
  /** Runs it like a request of that caller. The errors of the answer have codes. */
  run(actor: Actor, document: DocumentNode, variables?: object, root?: object): Promise<ExecutionResult>
}

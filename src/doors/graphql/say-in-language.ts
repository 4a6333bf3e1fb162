import { type GraphQLFieldResolver, type GraphQLSchema, defaultFieldResolver, isObjectType } from 'graphql'
import type { Context } from '../../graphql/context.ts'
import { SENTENCES, inLanguage } from '../../operation/language.ts'

/** Objects with sentences for people. */
const TYPES = ['Finding', 'Fault', 'Refusal']

/** The sentences of findings and refusals follow the language of the request. */
export const sayInLanguage = (schema: GraphQLSchema): void => {
  for (const name of TYPES) {
    const type = schema.getType(name)
    if (!isObjectType(type)) throw new Error(`No type ${name}.`)
    for (const sentence of SENTENCES) {
      const field = type.getFields()[sentence]
      if (field) field.resolve = translated(field.resolve ?? defaultFieldResolver)
    }
  }
}

const translated =
  (resolve: GraphQLFieldResolver<unknown, Context>): GraphQLFieldResolver<unknown, Context> =>
  (source, input, context, info) => {
    const said: unknown = resolve(source, input, context, info)
    return typeof said === 'string' ? inLanguage(said, context.call.language) : said
  }

/** Generated questions of GraphQL: the same for the same seed, in circles of growing width. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { plainType } from '../../src/graphql/plain.ts'
import { OF_THE_LAST } from './both-roads.ts'
import { type Dice, diceOf } from './dice.ts'

export type Field = GraphQLField<unknown, unknown>

/** From a few fields of a row to most of what is below it. */
export const CIRCLES = 12
const widthOf = (circle: number): number => 0.15 + 0.06 * circle
const depthOf = (circle: number): number => 1 + Math.floor(circle / 2)
const mostFieldsOf = (circle: number): number => 10 + 25 * circle

/** The seed of a round among so many: it says by itself which circle it is of. */
export const seedOf = (name: string, round: number, rounds: number): number => {
  const hash = [...`${name} ${round}`].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7)
  return hash - (hash % CIRCLES) + (Math.floor((round * CIRCLES) / Math.max(rounds, CIRCLES / 2)) % CIRCLES)
}

const isKnown = (type: Field['type']): boolean => isLeafType(getNamedType(type)) || isObjectType(getNamedType(type))

export const fieldsOf = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(
    ({ name, args, type: of }) => args.length === 0 && isKnown(of) && !OF_THE_LAST.has(name),
  )

/** The rows of a page. */
export const rowOf = ({ type }: Field): GraphQLObjectType | undefined => {
  const nodes = (getNamedType(type) as GraphQLObjectType).getFields()['nodes']
  const row = nodes && getNamedType(nodes.type)
  return isObjectType(row) ? row : undefined
}

const PAGING: ReadonlySet<string> = new Set(['first', 'last', 'after', 'before'])

/** What is asked, with its cursors left out: where the page before ends is known when that was asked. */
export interface Question {
  query: string
  size: number
  isBackwards: boolean
}

/** One generated question about a list; `ids` are those of rows that are there, by their lists. */
export class Questions {
  readonly #dice: Dice
  readonly #ids: Readonly<Record<string, string>>
  readonly #circle: number
  #fieldsLeft: number

  constructor(seed: number, ids: Readonly<Record<string, string>>) {
    this.#dice = diceOf(seed)
    this.#ids = ids
    this.#circle = seed % CIRCLES
    this.#fieldsLeft = mostFieldsOf(this.#circle)
  }

  ask(field: Field): Question {
    const dice = this.#dice
    const inner = this.#selection(rowOf(field) as GraphQLObjectType, depthOf(this.#circle))
    const parts = dice.chance(0.5) ? `nodes { ${inner} }` : `edges { cursor node { ${inner} } }`
    const count = dice.chance(0.3) ? 'totalCount' : ''
    const conditions = field.args.filter(({ name }) => !PAGING.has(name)).flatMap((one) => this.#argument(one))
    const isBackwards = dice.chance(0.3)
    const page = isBackwards ? 'last: $n, before: $at' : 'first: $n, after: $at'
    return {
      query: `query Q($n: Int, $at: String) { list: ${field.name}(${[page, ...conditions].join(', ')}) {
        ${parts} pageInfo { hasNextPage hasPreviousPage startCursor endCursor } ${count} } }`,
      size: 1 + dice.below(2),
      isBackwards,
    }
  }

  /** Some fields of a type, and of what is below. */
  #selection(type: GraphQLObjectType, depth: number): string {
    const dice = this.#dice
    const known = plainType(type.name)?.fields
    // Now and then a field that no plan knows: the whole question takes the general road then.
    const all = fieldsOf(type).filter(
      ({ name, type: of }) =>
        (depth > 0 || isLeafType(getNamedType(of))) && (known === undefined || known.has(name) || dice.chance(0.005)),
    )
    const some = all.filter(() => dice.chance(widthOf(this.#circle))).filter(() => (this.#fieldsLeft -= 1) > 0)
    const chosen = (some.length > 0 ? some : all.slice(0, 1)).map((field, nth) => {
      const below = getNamedType(field.type)
      const alias = dice.chance(0.02) ? `other${nth}: ` : ''
      return `${alias}${field.name}${isObjectType(below) ? ` { ${this.#selection(below, depth - 1)} }` : ''}`
    })
    const named = dice.chance(0.2) ? ['__typename', ...chosen] : chosen
    return dice.chance(0.2) ? `... on ${type.name} { ${named.join(' ')} }` : named.join(' ') || '__typename'
  }

  /** Now and then, so that most pages have rows. */
  #argument({ name, type }: GraphQLArgument): string[] {
    if (!isNonNullType(type) && !this.#dice.chance(0.25)) return []
    const value = this.#value(name, type, 3)
    return value === undefined ? [] : [`${name}: ${value}`]
  }

  #value(name: string, given: GraphQLInputType, depth: number): string | undefined {
    const dice = this.#dice
    const type = getNullableType(given)
    if (isListType(type)) {
      const one = this.#value(name, type.ofType as GraphQLInputType, depth)
      return one === undefined ? undefined : `[${one}]`
    }
    if (isEnumType(type)) return dice.pick(type.getValues()).name
    if (isInputObjectType(type)) {
      const all = Object.values(type.getFields())
      const isRequired = all.map((field) => isNonNullType(field.type))
      const one = dice.below(all.length)
      const inside = all
        .filter((_field, nth) => isRequired[nth] || nth === one)
        .map((field) => [field.name, depth > 0 ? this.#value(field.name, field.type, depth - 1) : undefined])
      return inside.some(([, value]) => value === undefined)
        ? undefined
        : `{${inside.map((pair) => pair.join(': ')).join(', ')}}`
    }
    return this.#scalar(name, getNamedType(type).name)
  }

  #scalar(name: string, type: string): string | undefined {
    const dice = this.#dice
    const known = { companyId: 'companies', documentId: 'documents', partnerId: 'partners', webhookId: 'webhooks' }[
      name
    ]
    if (known !== undefined) return dice.chance(0.9) ? JSON.stringify(this.#ids[known]) : undefined
    const words = ['"T-1"', '"T"', '"1"', '"EUR"', '"Consulting"', '"é%_"', '""']
    return {
      String: dice.pick(words),
      Boolean: dice.pick(['true', 'false']),
      Int: dice.pick(['0', '1', '200']),
      Decimal: dice.pick(['"0"', '"1200.00"', '"-1.5"']),
      Date: dice.pick(['"2026-11-20"', '"2026-12-20"', '"2020-01-01"']),
      DateTime: dice.pick(['"2020-01-01T00:00:00Z"', '"2099-01-01T00:00:00.001Z"']),
      CountryCode: dice.pick(['"FR"', '"BE"']),
      CurrencyCode: '"EUR"',
    }[type]
  }
}

/** A schema as the walk through a document needs it: made of a table, each type when a document first holds it. */
import { nameKnown } from '../../formats/xml/names.ts'
import { type ElementDeclaration, type Model, readModel, rowOf } from './model.ts'
import type { SchemaTable, WildcardRow } from './table.ts'
import { type TextCheck, textCheckOf } from './text-check.ts'

export type AttributeDeclaration = {
  readonly name: string
  readonly required: boolean
  readonly fixed: string | undefined
  readonly text: TextCheck
}

export type SchemaType = {
  readonly attributes: ReadonlyMap<string, AttributeDeclaration>
  readonly required: readonly AttributeDeclaration[]
  readonly anyAttribute: WildcardRow | undefined
  /** Of a type without elements. */
  readonly text: TextCheck | undefined
  readonly model: Model
  readonly mixed: boolean
}

const EMPTY = rowOf([])

export class Schema {
  readonly edition: string
  readonly #table: SchemaTable
  readonly #types: (SchemaType | undefined)[] = []
  readonly #texts: (TextCheck | undefined)[] = []
  readonly #elements: (ElementDeclaration | undefined)[] = []
  readonly #roots: ReadonlyMap<string, number>

  constructor(table: SchemaTable) {
    this.#table = table
    this.edition = table.edition
    this.#roots = new Map(table.roots.map((number) => [this.#nameIn(at(table.elements, number)), number]))
  }

  /** The element that a document, or what a wildcard lets in, may begin with. */
  root(qname: string): ElementDeclaration | undefined {
    const number = this.#roots.get(qname)
    return number === undefined ? undefined : this.element(number)
  }

  /** The root of that name in another namespace. */
  rootNamed(name: string): string | undefined {
    for (const qname of this.#roots.keys()) if (qname.endsWith(`:${name}`)) return qname
    return undefined
  }

  element(number: number): ElementDeclaration {
    return (this.#elements[number] ??= this.#declaration(at(this.#table.elements, number)))
  }

  #declaration(row: string): ElementDeclaration {
    const [, type = '', ...given] = row.split(' ')
    return {
      qname: nameKnown(this.#nameIn(row)),
      type: fromBase36(type),
      given: given.length > 0 ? given.join(' ') : undefined,
    }
  }

  #nameIn(row: string): string {
    return at(this.#table.names, fromBase36(row.slice(0, row.indexOf(' '))))
  }

  wildcard(number: number): WildcardRow {
    return at(this.#table.wildcards, number)
  }

  type(number: number): SchemaType {
    return (this.#types[number] ??= this.#read(at(this.#table.types, number)))
  }

  #read(line: string): SchemaType {
    const [body = '', listed = ''] = line.split(';')
    const numbers = listed === '' ? [] : listed.split(' ')
    const attributes = numbers.filter((one) => !one.startsWith('@')).map((one) => this.#attribute(fromBase36(one)))
    const any = numbers.find((one) => one.startsWith('@'))
    const isText = body.startsWith('=')
    return {
      attributes: new Map(attributes.map((one) => [one.name, one])),
      required: attributes.filter(({ required }) => required),
      anyAttribute: any === undefined ? undefined : this.wildcard(fromBase36(any.slice(1))),
      text: isText ? this.#text(fromBase36(body.slice(1))) : undefined,
      model: isText ? EMPTY : readModel(body.replace('~', ''), this),
      mixed: body.startsWith('~'),
    }
  }

  #attribute(number: number): AttributeDeclaration {
    const { name, simple, required = false, fixed } = at(this.#table.attributes, number)
    return { name, required, fixed, text: this.#text(simple) }
  }

  #text(number: number): TextCheck {
    return (this.#texts[number] ??= textCheckOf(at(this.#table.simple, number)))
  }
}

const fromBase36 = (text: string): number => Number.parseInt(text, 36)

const at = <Row>(rows: readonly Row[], number: number): Row => {
  const row = rows[number]
  if (row === undefined) throw new Error(`The table has no row ${number}.`)
  return row
}

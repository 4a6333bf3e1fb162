import type { Reading } from '../unmapped.ts'
import type { Currencies, Fields, ReadContext } from './binding.ts'
import { emptyObject, fillMandatory, readChildren, reportAttributes, writeChildren, type Shape } from './shape.ts'
import type { XmlElement } from './tree.ts'
import { UnmappedPlaces } from './unmapped-places.ts'
import { type Namespaces, type XmlObject, writeXml } from './write.ts'
import { type WrittenDocument, writeWithTree } from './written-tree.ts'

const SCHEMA_LOCATION = ['xsi:schemaLocation', 'xsi:noNamespaceSchemaLocation']

/** Reads a whole document by its table. Total: what is not understood is in `unmapped`, what is absent in `missing`. */
export const readDocument = <T>(element: XmlElement, table: Shape, currencies: Currencies): Reading<T> => {
  const root: Fields = emptyObject(table)
  const context: ReadContext = { root, currencies, unmapped: new UnmappedPlaces(), missing: [] }
  reportAttributes(element, [...SCHEMA_LOCATION, ...table.attributes], context)
  readChildren(element, table, root, context)
  fillMandatory(table, root, context, () => `/${element.name}`)
  return { document: root as T, unmapped: context.unmapped.entries, missing: context.missing }
}

type WritableDocument = { currency?: string; vatCurrency?: string }

const contentOf = (table: Shape, document: WritableDocument): XmlObject => {
  const currencies = { currency: document.currency ?? '', vatCurrency: document.vatCurrency }
  return writeChildren(table, document as Fields, { root: document as Fields, currencies }) ?? {}
}

/** Writes a whole document by its table. Same document, same bytes. */
export const writeDocument = (name: string, namespaces: Namespaces, table: Shape, document: WritableDocument): string =>
  writeXml(name, namespaces, contentOf(table, document))

/** The same, with the tree that reading it would give. */
export const writeDocumentWithTree = (
  name: string,
  namespaces: Namespaces,
  table: Shape,
  document: WritableDocument,
): WrittenDocument => writeWithTree(name, namespaces, contentOf(table, document))

/** How the network names a document: its type identifier and process identifier. */
import type { ReadDocument } from './read-document.ts'

const BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const FRENCH = 'urn:peppol:france:billing:regulated'

/** Version part of the identifier: CII by its edition, UBL always 2.1. */
const versionOf = (syntax: ReadDocument['syntax'], specification: string): string => (syntax !== 'cii' ? '2.1' : specification.includes('france') ? 'D22B' : 'D16B')

/** Kinds that the network has no document for: they are exchanged between parties of this platform only. */
const LOCAL = new Set(['quote', 'purchase-request', 'event'])

export interface NetworkType { documentTypeId: string; processId: string }

export const networkTypeOf = ({ root, syntax, type, specification, process }: Pick<ReadDocument, 'root' | 'syntax' | 'type' | 'specification' | 'process'>): NetworkType | null => {
  if (root === null || specification === null || LOCAL.has(type) || syntax === 'facturx') return null
  const processId = process?.startsWith('urn:') ? process : specification.includes('france') ? FRENCH : BILLING
  return { documentTypeId: `${root.names.namespace}::${root.name}##${specification}::${versionOf(syntax, specification)}`, processId }
}

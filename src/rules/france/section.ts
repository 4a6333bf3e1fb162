import type { XmlElement } from '../../formats/xml/tree.ts'
import { text } from '../path.ts'
import type { FrenchVersion } from './lists.ts'
import type { FrenchSyntax } from './syntax.ts'

/** A rule and where it applies: the name of a term, or `=` and a path. */
export type FrenchRow = {
  readonly id: string
  readonly at: string
  readonly terms?: string
  readonly test: (element: XmlElement) => boolean
  readonly message: string
  readonly fix: string
}
/** Rules that belong together. */
export type Section = (syntax: FrenchSyntax, version: FrenchVersion) => readonly FrenchRow[]

export const SIREN = /^\d{9}$/

export const termsOf = (at: string): string => at.replaceAll('_', ' ')

export const isB2b = (syntax: FrenchSyntax, root: XmlElement): boolean => syntax.notes(root).of('BAR').includes('B2B')
export const typeOf = ({ places }: FrenchSyntax, root: XmlElement): string => text(root, places['BT-3'] ?? '') ?? ''

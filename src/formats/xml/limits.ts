/** What one XML file may hold: the bounds that keep a hostile file from taking memory and time. */
export type XmlLimits = {
  readonly bytes: number
  /** Elements and attributes together. */
  readonly nodes: number
  /** Different paths of names; an invoice that uses everything has about a thousand. */
  readonly paths: number
  readonly depth: number
  /** Of one element. */
  readonly children: number
  /** On one element, namespace declarations included. */
  readonly attributes: number
  readonly nameLength: number
}

/**
 * 25 MB is the largest file the product takes; ten thousand lines of fifty nodes are the longest invoice, with what
 * stands beside the lines; UBL nests about twenty levels, a signature inside it some ten more.
 */
export const defaultLimits: XmlLimits = {
  bytes: 25_000_000,
  nodes: 500_000,
  paths: 20_000,
  depth: 100,
  children: 12_000,
  attributes: 128,
  nameLength: 256,
}

import type { XmlElement, XmlPath } from '../formats/xml/tree.ts'
import { within } from './position.ts'

/** A read document; what rules know besides the element they test. */
export class CheckedDocument {
  readonly root: XmlElement
  /** Where elements stand, a path before those inside it. */
  readonly paths: readonly XmlPath[]
  readonly #facts = new Map<(document: CheckedDocument) => unknown, unknown>()

  constructor(root: XmlElement) {
    this.root = root
    const paths: XmlPath[] = [root.path]
    for (const path of paths) paths.push(...path.children)
    this.paths = paths
  }

  /** The paths of that name whose parents are, from the nearest, of these names. */
  pathsOf(qname: string, ...parents: readonly string[]): readonly XmlPath[] {
    return this.paths.filter((path) => path.qname === qname && within(path, ...parents))
  }

  /** Every element of that canonical name within such parents, in document order. */
  named(qname: string, ...parents: readonly string[]): readonly XmlElement[] {
    const paths = this.pathsOf(qname, ...parents)
    const [only] = paths
    if (paths.length <= 1) return only?.elements ?? []
    return paths.flatMap(({ elements }) => elements).sort((one, other) => (one.isBefore(other) ? -1 : 1))
  }

  /** What a pure function makes of this document, computed once. */
  fact<T>(compute: (document: CheckedDocument) => T): T {
    if (!this.#facts.has(compute)) this.#facts.set(compute, compute(this))
    return this.#facts.get(compute) as T
  }
}

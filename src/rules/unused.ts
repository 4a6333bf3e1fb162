import type { XmlElement, XmlPath } from '../formats/xml/tree.ts'
import type { Rule, Severity, UnusedTree } from './rule.ts'

/**
 * What a syntax offers and a specification does not use. A row numbers its paths from `first`; each path is one rule,
 * whose id is the prefix and the number. `-` skips a number. A path may end in an attribute.
 */
export type UnusedPaths = readonly [first: number, from: string, paths: string]

const node = (): UnusedTree => ({ children: new Map(), attributes: new Map(), rule: undefined })

export const unusedTree = (
  prefix: string,
  rows: readonly UnusedPaths[],
  severity: Severity,
  specification: string,
): UnusedTree => {
  const tree = node()
  for (const [first, from, paths] of rows) {
    for (const [index, path] of paths.split(' ').entries()) {
      const id = `${prefix}${String(first + index).padStart(3, '0')}`
      if (path !== '-')
        plant(tree, from === '' ? path : `${from}/${path}`, (place) => unusedRule(id, place, severity, specification))
    }
  }
  return tree
}

const plant = (tree: UnusedTree, path: string, ruleAt: (place: string) => Rule): void => {
  let nodes = [tree]
  const steps = path.split('/')
  const place = steps.map((step) => step.split('|')[0]).join('/')
  for (const step of steps) {
    if (step.startsWith('@')) {
      for (const { attributes } of nodes) attributes.set(step.slice(1), ruleAt(place))
      return
    }
    nodes = nodes.flatMap((at) => step.split('|').map((name) => childOf(at, name)))
  }
  for (const at of nodes) at.rule ??= ruleAt(place)
}

const childOf = ({ children }: UnusedTree, name: string): UnusedTree => {
  const known = children.get(name)
  if (known !== undefined) return known
  const made = node()
  children.set(name, made)
  return made
}

const unusedRule = (id: string, place: string, severity: Severity, specification: string): Rule => ({
  id,
  severity,
  terms: [],
  test: () => false,
  message: `${place} is not part of ${specification}: no receiver has to read it.`,
  fix: 'Leave it out, or say it in a term that the specification has.',
})

/** True where some element below the path breaks a rule of the tree. */
export const holdsUnused = (path: XmlPath, tree: UnusedTree): boolean =>
  path.children.some((child) => {
    const next = tree.children.get(child.qname)
    if (next === undefined) return false
    return (
      next.rule !== undefined ||
      (next.attributes.size > 0 && [...child.attributes].some((name) => next.attributes.has(name))) ||
      holdsUnused(child, next)
    )
  })

/** Calls `found` for the first element that breaks each rule of the tree. */
export const findUnused = (
  element: XmlElement,
  tree: UnusedTree,
  found: (rule: Rule, at: XmlElement) => void,
): void => {
  const seen = new Set<string>()
  const visit = (parent: XmlElement, at: UnusedTree): void => {
    for (const child of parent.children) {
      const next = at.children.get(child.qname)
      if (next === undefined) continue
      report(next.rule, child)
      if (next.attributes.size > 0) for (const { qname } of child.attributes) report(next.attributes.get(qname), child)
      if (next.children.size > 0) visit(child, next)
    }
  }
  const report = (rule: Rule | undefined, at: XmlElement): void => {
    if (rule === undefined || seen.has(rule.id)) return
    seen.add(rule.id)
    found(rule, at)
  }
  visit(element, tree)
}

/**
 * Matches children against a content model with choices. Schemas are deterministic: the next name alone says where in
 * the model it stands, so there is never a second way to try.
 */
import type { XmlElement } from '../../formats/xml/tree.ts'
import { begins, type ElementDeclaration, firstNames, isOptional, type Particle } from './model.ts'
import type { WildcardRow } from './table.ts'

/** What an element of the document stands for in its model. */
export type Placed = ElementDeclaration | WildcardRow

export type TreeMatch = {
  /** Of the children, in order: as many as fit. */
  readonly placed: readonly Placed[]
  /** What could stand where the match ended, where it ended wrongly. */
  readonly expected: readonly string[] | undefined
}

export const matchTree = (particle: Particle, children: readonly XmlElement[]): TreeMatch => {
  const matcher = new Matcher(children)
  const fits = matcher.match(particle)
  const ended = matcher.placed.length === children.length
  return { placed: matcher.placed, expected: fits && ended ? undefined : [...new Set(matcher.expected)] }
}

class Matcher {
  readonly placed: Placed[] = []
  /** What could have come at the place where it stands. */
  expected: string[] = []
  readonly #children: readonly XmlElement[]

  constructor(children: readonly XmlElement[]) {
    this.#children = children
  }

  /** False where something required is not there. */
  match(particle: Particle): boolean {
    for (let times = 0; times < particle.most; times += 1) {
      const next = this.#children[this.placed.length]
      if (next === undefined || !begins(particle, next.qname, next.names.namespace)) {
        if (next === undefined || times >= particle.least || !isOptional(particle))
          this.expected.push(...firstNames(particle))
        return times >= particle.least || isOptional(particle)
      }
      if (!this.#once(particle)) return false
    }
    return true
  }

  #once(particle: Particle): boolean {
    switch (particle.kind) {
      case 'element':
        return this.#take(particle.element)
      case 'any':
        return this.#take(particle.wildcard)
      case 'sequence':
        return particle.items.every((item) => this.match(item))
      case 'choice': {
        const { qname, names } = this.#children[this.placed.length] as XmlElement
        const chosen = particle.items.find((item) => begins(item, qname, names.namespace))
        return chosen !== undefined && this.match(chosen)
      }
    }
  }

  #take(placed: Placed): boolean {
    this.placed.push(placed)
    this.expected = []
    return true
  }
}

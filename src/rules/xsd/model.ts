/** Content models: which elements stand inside an element, in which order and how often. */
import type { WildcardRow } from './table.ts'

export type ElementDeclaration = {
  readonly qname: string
  readonly type: number
  /** What an empty element stands for. */
  readonly given: string | undefined
}

type Often = { readonly least: number; readonly most: number }
export type ElementParticle = Often & { readonly kind: 'element'; readonly element: ElementDeclaration }
type AnyParticle = Often & { readonly kind: 'any'; readonly wildcard: WildcardRow }
type GroupParticle = Often & { readonly kind: 'sequence' | 'choice'; readonly items: readonly Particle[] }
export type Particle = ElementParticle | AnyParticle | GroupParticle

/** Nearly every model is a row of elements of different names: their places tell the order. */
export type Row = {
  readonly kind: 'row'
  readonly particles: readonly ElementParticle[]
  readonly places: ReadonlyMap<string, number>
  /** The first place from here on whose element is required; behind the row where none is. */
  readonly nextRequired: readonly number[]
}
type Tree = { readonly kind: 'tree'; readonly particle: Particle }
export type Model = Row | Tree

type Numbers = {
  readonly element: (number: number) => ElementDeclaration
  readonly wildcard: (number: number) => WildcardRow
}

const TOKEN = /[(|)]|@?[\da-z]+|[?*+]|\{(\d+),(\d*)\}/g

/** Reads a model as table.ts describes it. */
export const readModel = (text: string, numbers: Numbers): Model => {
  const tokens = [...text.matchAll(TOKEN)]
  let next = 0
  const often = (): Often => {
    const [mark = '', least, most] = tokens[next] ?? []
    if (!/^[?*+{]/.test(mark)) return { least: 1, most: 1 }
    next += 1
    if (least !== undefined) return { least: Number(least), most: most === '' ? Infinity : Number(most) }
    return { least: mark === '+' ? 1 : 0, most: mark === '?' ? 1 : Infinity }
  }
  const particle = (): Particle => {
    const [token = ''] = tokens[next] ?? []
    next += 1
    if (token.startsWith('@')) return { kind: 'any', wildcard: numbers.wildcard(from36(token.slice(1))), ...often() }
    if (token !== '(') return { kind: 'element', element: numbers.element(from36(token)), ...often() }
    const items: Particle[] = []
    let kind: 'sequence' | 'choice' = 'sequence'
    for (; tokens[next]?.[0] !== ')';) {
      if (tokens[next]?.[0] === '|') {
        kind = 'choice'
        next += 1
      } else items.push(particle())
    }
    next += 1
    return { kind, items, ...often() }
  }
  return modelOf(particle())
}

const from36 = (text: string): number => Number.parseInt(text, 36)

const modelOf = (particle: Particle): Model => {
  const row = elementsOf(particle)
  const names = new Set(row?.map(({ element }) => element.qname))
  return row !== undefined && names.size === row.length ? rowOf(row) : { kind: 'tree', particle }
}

/** The elements of a sequence that holds nothing else; undefined for anything more. */
const elementsOf = (particle: Particle): ElementParticle[] | undefined => {
  if (particle.kind === 'element') return [particle]
  if (particle.kind !== 'sequence' || particle.least !== 1 || particle.most !== 1) return undefined
  const inner = particle.items.map(elementsOf)
  return inner.includes(undefined) ? undefined : inner.flatMap((elements) => elements ?? [])
}

export const rowOf = (particles: readonly ElementParticle[]): Row => {
  const nextRequired = [particles.length]
  for (let place = particles.length - 1; place >= 0; place -= 1)
    nextRequired.unshift((particles[place]?.least ?? 0) > 0 ? place : (nextRequired[0] ?? 0))
  return {
    kind: 'row',
    particles,
    places: new Map(particles.map(({ element }, place) => [element.qname, place])),
    nextRequired,
  }
}

export const letsIn = ({ not }: WildcardRow, namespace: string): boolean =>
  not === undefined || (namespace !== not && namespace !== '')

/** True where a particle can begin with such an element. */
export const begins = (particle: Particle, qname: string, namespace: string): boolean => {
  switch (particle.kind) {
    case 'element':
      return particle.element.qname === qname
    case 'any':
      return letsIn(particle.wildcard, namespace)
    case 'choice':
      return particle.items.some((item) => begins(item, qname, namespace))
    case 'sequence':
      for (const item of particle.items) {
        if (begins(item, qname, namespace)) return true
        if (!isOptional(item)) return false
      }
      return false
  }
}

/** True where a particle may be nothing. */
export const isOptional = (particle: Particle): boolean => {
  if (particle.least === 0) return true
  if (particle.kind === 'choice') return particle.items.length === 0 || particle.items.some(isOptional)
  return particle.kind === 'sequence' && particle.items.every(isOptional)
}

/** The names that a particle can begin with. */
export const firstNames = (particle: Particle): string[] => {
  switch (particle.kind) {
    case 'element':
      return [particle.element.qname]
    case 'any':
      return ['an element of another namespace']
    case 'choice':
      return particle.items.flatMap(firstNames)
    case 'sequence': {
      const end = particle.items.findIndex((item) => !isOptional(item))
      return particle.items.slice(0, end === -1 ? undefined : end + 1).flatMap(firstNames)
    }
  }
}

/** The declaration of an element that stands anywhere in a model, for where its place is wrong. */
export const declared = (particle: Particle, qname: string): ElementDeclaration | undefined => {
  if (particle.kind === 'element') return particle.element.qname === qname ? particle.element : undefined
  if (particle.kind === 'any') return undefined
  for (const item of particle.items) {
    const found = declared(item, qname)
    if (found !== undefined) return found
  }
  return undefined
}

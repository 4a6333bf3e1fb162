import type { Body } from './app.ts'

/**
 * The document as this version answers: clients have to bear properties that they do not know, a test of ours must not.
 */
export const strict = (node: Body): Body => {
  if (Array.isArray(node)) return node.map(strict)
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'allOf' || key === 'example' ? value : strict(value)]),
  )
  return node.type === 'object' && node.properties && node.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}

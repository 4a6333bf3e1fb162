import type { XmlElement } from '../formats/xml/tree.ts'
import { compile } from './path.ts'
import type { Position } from './position.ts'
import type { Context } from './rule.ts'

/**
 * Where an element stands, as a context asks for it: on a path that starts at the root
 * (`/inv:Invoice|cn:CreditNote/cbc:ID`), or, without the first slash, anywhere.
 */
export const place = (path: string): Pick<Context, 'names' | 'at' | 'where'> => {
  const anchored = path.startsWith('/')
  const steps = compile(anchored ? path.slice(1) : path).steps.toReversed()
  const stands = (at: Position): boolean => {
    let here: Position | undefined = at
    for (const { names } of steps) {
      if (here === undefined || !names.includes(here.qname)) return false
      here = here.parent
    }
    return !anchored || here === undefined
  }
  const where = (element: XmlElement): boolean => {
    let here: XmlElement | undefined = element
    for (const { keep } of steps) {
      if (here === undefined || (keep !== undefined && !keep(here))) return false
      here = here.parent
    }
    return true
  }
  return {
    names: steps[0]?.names ?? [],
    at: stands,
    ...(steps.some(({ keep }) => keep !== undefined) ? { where } : {}),
  }
}

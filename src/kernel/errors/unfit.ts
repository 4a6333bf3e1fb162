/** What no schema looks for, and what would take a schema long to look at. */
import { atMost, isStorable } from '../../values/text.ts'
import { refusal } from './app-error.ts'
import { limits } from '../../values/limits.ts'

const LONGEST_NAME = 100

const shown = (name: string): string => (name.length > LONGEST_NAME ? `${atMost(LONGEST_NAME, name)}…` : name)

/** `['document', 'lines', 0, 'vatRate']` → `document.lines[0].vatRate` */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number'
        ? `${text}[${part}]`
        : text === ''
          ? shown(String(part))
          : `${text}.${shown(String(part))}`,
    '',
  )

const { inputLevels: MOST_LEVELS, inputNames: MOST_NAMES, jsonEntries: MOST_ENTRIES } = limits

interface Fault {
  code: 'INVALID_REQUEST' | 'TOO_LARGE'
  message: string
  /** Where there are too many of something. */
  facts?: { found: number; allowed: number }
  /** Where it is, from the inside out. */
  path: PropertyKey[]
}

const unstorable = (what: string): Fault => ({
  code: 'INVALID_REQUEST',
  message: `${what} cannot contain the NUL character or half of a surrogate pair.`,
  path: [],
})

const tooDeep = (): Fault => ({
  code: 'TOO_LARGE',
  message: `The value has too many levels of nesting. At most ${MOST_LEVELS} are allowed.`,
  path: [],
})

const tooMany = (found: number, what: string, allowed: number): Fault => ({
  code: 'TOO_LARGE',
  message: `${found} ${what}, and at most ${allowed} are read.`,
  facts: { found, allowed },
  path: [],
})

const inside = (fault: Fault, part: PropertyKey): Fault => {
  fault.path.push(part)
  return fault
}

/** Looks for what is not fit. There may be a million values: a path is made on the way back, a name looked at once. */
class Look {
  /** How many values there are. */
  values = 0
  readonly #names = new Set<string>()

  faultIn(value: unknown, level = 0): Fault | undefined {
    this.values += 1
    if (typeof value === 'string') return isStorable(value) ? undefined : unstorable('Text')
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
    if (level >= MOST_LEVELS) return tooDeep()
    return Array.isArray(value)
      ? this.#faultInList(value, level + 1)
      : this.#faultInObject(value as Readonly<Record<string, unknown>>, level + 1)
  }

  #faultInList(list: readonly unknown[], level: number): Fault | undefined {
    if (list.length > MOST_ENTRIES) return tooMany(list.length, 'entries', MOST_ENTRIES)
    for (let index = 0; index < list.length; index += 1) {
      const fault = this.faultIn(list[index], level)
      if (fault) return inside(fault, index)
    }
    return undefined
  }

  #faultInObject(object: Readonly<Record<string, unknown>>, level: number): Fault | undefined {
    let names = 0
    for (const name in object) {
      names += 1
      if (names > MOST_NAMES) return tooMany(Object.keys(object).length, 'names', MOST_NAMES)
      if (!this.#isNameFit(name)) return unstorable('A name')
      const fault = this.faultIn(object[name], level)
      if (fault) return inside(fault, name)
    }
    return undefined
  }

  #isNameFit(name: string): boolean {
    if (this.#names.has(name)) return true
    if (this.#names.size < MOST_NAMES) this.#names.add(name)
    return isStorable(name)
  }
}

/**
 * Refuses text that cannot be stored, nesting too deep for serializers, and objects and lists so large that checking
 * them would hold up everybody. Answers how many values there are.
 */
export const refuseUnfit = (value: unknown): number => {
  const look = new Look()
  const fault = look.faultIn(value)
  if (!fault) return look.values
  const { code, message, facts, path } = fault
  const place = fieldPath(path.toReversed())
  throw refusal(code, place, message, {
    summary: facts ? `${place || 'The body'}: ${message}` : message,
    ...(facts && { facts }),
  })
}

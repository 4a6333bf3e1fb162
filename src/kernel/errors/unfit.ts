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

type Named = Readonly<Record<string, unknown>>

const { inputLevels: MOST_LEVELS, inputNames: MOST_NAMES, jsonEntries: MOST_ENTRIES } = limits

/** Sees whether all of a value is fit. It knows no paths, and looks at a name once: there may be a million values. */
class Look {
  /** How many values there are. */
  values = 0
  readonly #names = new Set<string>()

  isFit(value: unknown, level: number): boolean {
    this.values += 1
    if (typeof value === 'string') return isStorable(value)
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
    if (level >= MOST_LEVELS) return false
    return Array.isArray(value) ? this.#isListFit(value, level + 1) : this.#isObjectFit(value as Named, level + 1)
  }

  #isListFit(list: readonly unknown[], level: number): boolean {
    if (list.length > MOST_ENTRIES) return false
    for (let index = 0; index < list.length; index += 1) if (!this.isFit(list[index], level)) return false
    return true
  }

  #isObjectFit(object: Named, level: number): boolean {
    let names = 0
    for (const name in object) {
      names += 1
      if (names > MOST_NAMES || !this.#isNameFit(name) || !this.isFit(object[name], level)) return false
    }
    return true
  }

  #isNameFit(name: string): boolean {
    if (this.#names.has(name)) return true
    if (this.#names.size < MOST_NAMES) this.#names.add(name)
    return isStorable(name)
  }
}

/** Finds what is not fit, and says where it is. */
class Walk {
  readonly #path: PropertyKey[] = []
  /** How many values there are. */
  values = 0

  look(value: unknown): void {
    this.values += 1
    if (typeof value === 'string') {
      if (!isStorable(value)) this.#refuse('Text cannot contain the NUL character or half of a surrogate pair.')
      return
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
    if (this.#path.length >= MOST_LEVELS)
      this.#refuse(`The value has too many levels of nesting. At most ${MOST_LEVELS} are allowed.`, 'TOO_LARGE')
    if (Array.isArray(value)) this.#lookAtList(value)
    else this.#lookAtObject(value as Named)
  }

  #lookAtList(list: readonly unknown[]): void {
    if (list.length > MOST_ENTRIES) this.#tooMany(list.length, 'entries', MOST_ENTRIES)
    for (let index = 0; index < list.length; index += 1) this.#lookInside(index, list[index])
  }

  #lookAtObject(object: Named): void {
    const names = Object.keys(object)
    if (names.length > MOST_NAMES) this.#tooMany(names.length, 'names', MOST_NAMES)
    for (const name of names) {
      if (!isStorable(name)) this.#refuse('A name cannot contain the NUL character or half of a surrogate pair.')
      this.#lookInside(name, object[name])
    }
  }

  #lookInside(part: PropertyKey, value: unknown): void {
    this.#path.push(part)
    this.look(value)
    this.#path.pop()
  }

  #refuse(message: string, code: 'INVALID_REQUEST' | 'TOO_LARGE' = 'INVALID_REQUEST'): never {
    throw refusal(code, fieldPath(this.#path), message, { summary: message })
  }

  #tooMany(found: number, what: string, most: number): never {
    const message = `${found} ${what}, and at most ${most} are read.`
    throw refusal('TOO_LARGE', fieldPath(this.#path), message, {
      summary: `${fieldPath(this.#path) || 'The body'}: ${message}`,
      facts: { found, allowed: most },
    })
  }
}

/**
 * Refuses text that cannot be stored, nesting too deep for serializers, and objects and lists so large that checking
 * them would hold up everybody. Answers how many values there are.
 */
export const refuseUnfit = (value: unknown): number => {
  const look = new Look()
  if (look.isFit(value, 0)) return look.values
  const walk = new Walk()
  walk.look(value)
  return walk.values
}

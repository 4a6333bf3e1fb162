/** Each page that is written from the texts of its rows, beside what its view presents of the same rows. */
import { one, paged } from '../../src/http/answers.ts'
import { writeJson } from '../../src/kernel/json.ts'
import type { Platform } from '../../src/operation/platform.ts'

export class WrittenPages {
  /** How many were compared, by the name of their view. */
  readonly compared = new Map<string, number>()
  readonly #differences: string[] = []

  constructor(platform: Platform) {
    const { writePage } = platform
    platform.writePage = (view, page) => {
      const written = writePage(view, page)
      if (written === undefined) return undefined
      this.compared.set(view.name, (this.compared.get(view.name) ?? 0) + 1)
      const shown = writeJson(paged(one(view)).present(page as never))
      if (written !== shown)
        this.#differences.push(`${view.name} is written as\n${written}\nand presented as\n${shown}`)
      return written
    }
  }

  /** Throws where one was written otherwise. */
  check(): void {
    const [difference] = this.#differences.splice(0)
    if (difference !== undefined) throw new Error(difference)
  }
}

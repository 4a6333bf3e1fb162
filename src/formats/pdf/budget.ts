import { FormatError } from '../format-error.ts'

/**
 * What reading one PDF may take. A file of 25 MB can hold twelve million values or name one stream sixty thousand
 * times; what hides an invoice has some thousands of values, and each of its bytes is looked at a few times.
 */
export const LIMITS = {
  objects: 200_000,
  values: 1_500_000,
  /** Of one object: so many are held at once. */
  held: 250_000,
  /** Looked at, those of object streams included, and again for each object that is read a second time. */
  searched: 150_000_000,
  specifications: 10_000,
  attachments: 1_000,
  inflated: 25_000_000,
  inflatedInAll: 50_000_000,
} as const

const refusals: Readonly<Record<keyof typeof LIMITS, string>> = {
  objects: `The PDF has more than ${LIMITS.objects} objects.`,
  values: `The PDF has more than ${LIMITS.values} values.`,
  held: `An object of the PDF has more than ${LIMITS.held} values.`,
  searched: 'The PDF takes too long to read: its parts refer to each other too often.',
  specifications: `The PDF names embedded files more than ${LIMITS.specifications} times.`,
  attachments: `The PDF has more than ${LIMITS.attachments} embedded files.`,
  inflated: `A part of the PDF has more than ${LIMITS.inflated} bytes when it is decompressed.`,
  inflatedInAll: `The PDF has more than ${LIMITS.inflatedInAll} bytes when it is decompressed.`,
}

export const tooLarge = (what: keyof typeof LIMITS): FormatError => new FormatError('TOO_LARGE', refusals[what])

/** Counts what reading takes, and refuses the file that takes more. */
export class Budget {
  readonly #spent = { objects: 0, values: 0, held: 0, searched: 0, specifications: 0, inflatedInAll: 0 }

  spend(what: 'objects' | 'searched' | 'specifications' | 'inflatedInAll', count = 1): void {
    if ((this.#spent[what] += count) > LIMITS[what]) throw tooLarge(what)
  }

  /** The values of one object are let go before those of the next are read. */
  begin(): void {
    this.#spent.held = 0
  }

  spendValue(): void {
    if (++this.#spent.values > LIMITS.values) throw tooLarge('values')
    if (++this.#spent.held > LIMITS.held) throw tooLarge('held')
  }
}

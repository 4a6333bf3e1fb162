/** The list at the end of an archive: what it has, and by it whether it is whole. */
import { z } from 'zod'
import { PUBLIC } from '../../auth/actor.ts'
import { AppError } from '../../kernel/errors/app-error.ts'

/** Changes when an archive is written otherwise. */
export const ARCHIVE_FORMAT = 1
export const MANIFEST = 'manifest.json'
export const ROWS_FOLDER = 'data/'
export const SUMS_FOLDER = 'sums/'

const count = z.number().int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const manifest = z.strictObject({
  product: z.literal('invoice-exchange'),
  format: z.literal(ARCHIVE_FORMAT),
  /** Whose archive it is; what belongs to nobody is in none. */
  organizationId: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/)
    .refine((id) => id !== PUBLIC),
  /** The company that it is about; null where it has everything of the organization. */
  companyId: z.string().nullable(),
  /** The only line that differs between archives of the same content. */
  madeAt: z.iso.datetime(),
  tables: z.array(z.strictObject({ name: z.string(), rows: count, columns: z.array(z.string()) })),
  files: z.strictObject({ count, bytes: count }),
  /** Lists of the sums of all other entries, each with its own sum. */
  sums: z.array(z.strictObject({ name: z.string(), entries: count, sha256 })),
})
export type Manifest = z.output<typeof manifest>

export const readManifest = (bytes: Uint8Array): Manifest => {
  try {
    return manifest.parse(JSON.parse(Buffer.from(bytes).toString()))
  } catch (error) {
    throw new AppError('UNREADABLE_FILE', {
      message: 'The manifest of the archive cannot be read: it is damaged, or of another version.',
      cause: error,
    })
  }
}

export const pieceName = (folder: string, number: number, ending: string): string =>
  `${folder}${String(number).padStart(5, '0')}.${ending}`

/** A line as `sha256sum` writes it. */
export const sumLine = ({ name, sha256: sum }: { name: string; sha256: string }): string => `${sum}  ${name}\n`

const SUM_LINE = /^([0-9a-f]{64}) {2}(\S+)$/

export const readSums = (bytes: Uint8Array): { name: string; sha256: string }[] =>
  Buffer.from(bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, sum, name] = SUM_LINE.exec(line) ?? []
      if (!sum || !name) throw new AppError('UNREADABLE_FILE', { message: 'A list of sums cannot be read.' })
      return { name, sha256: sum }
    })

/**
 * The folder to which the portal brings the editions of the directory (flux 14): archives `FFE1435A_….tar.gz` with one
 * XML file each, or that file alone.
 */
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PassThrough } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { FormatError } from '../../formats/format-error.ts'
import { streamedElements } from '../../formats/xml/stream.ts'
import { AppError } from '../../kernel/errors/app-error.ts'
import { HEADER, readFlux14 } from './flux14.ts'
import { type Annuaire, type AnnuaireEdition, nextOf } from './port.ts'
import type { AnnuairePortion } from './records.ts'
import { xmlInTar } from './tar.ts'

const EDITION = /^FFE1435A_.*\.(?:tar\.gz|tgz|xml\.gz|xml)$/i
const MOMENT = /^\d{14}$/

const faulty = (name: string, cause: unknown): AppError =>
  new AppError('UPSTREAM_ERROR', {
    message: `The file ${name} of the French directory cannot be read: ${cause instanceof Error ? cause.message : 'unknown'}`,
    cause,
  })

/** The XML of a file, in pieces. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array> {
  const out = new PassThrough()
  const file = createReadStream(path)
  const done = /gz$/i.test(path) ? pipeline(file, createGunzip(), out) : pipeline(file, out)
  // Who stops reading early ends the pipeline, and that is no fault.
  done.catch((error: unknown) => out.destroy(error instanceof Error ? error : undefined))
  try {
    yield* /\.(?:tar\.gz|tgz)$/i.test(path) ? xmlInTar(out) : out
  } finally {
    file.destroy()
    out.destroy()
  }
}

const headerOf = async (path: string): Promise<Map<string, string>> => {
  const header = new Map<string, string>()
  for await (const { element } of streamedElements(contentOf(path), HEADER)) {
    header.set(element.name, element.text.trim())
    if (element.name === 'TypeFlux') break
  }
  return header
}

const editionOf = (name: string, header: ReadonlyMap<string, string>): AnnuaireEdition => {
  const [producedAt = '', type = ''] = [header.get('HorodateProduction'), header.get('TypeFlux')]
  const isComplete = /^C/i.test(type)
  const since = header.get('DernierHorodateProduction') ?? ''
  if (!MOMENT.test(producedAt)) throw new FormatError('MALFORMED', 'It does not say when it was produced.')
  if (!isComplete && !(/^D/i.test(type) && MOMENT.test(since)))
    throw new FormatError('MALFORMED', 'It does not say since when it tells what has changed.')
  return { name, isComplete, producedAt, since: isComplete ? null : since }
}

class Folder implements Annuaire {
  readonly #path: string
  /** By name, size and time of the file: a header is read once. */
  readonly #known = new Map<string, AnnuaireEdition>()

  constructor(path: string) {
    this.#path = path
  }

  async next(after: string | null, signal: AbortSignal): Promise<AnnuaireEdition | null> {
    signal.throwIfAborted()
    const editions: AnnuaireEdition[] = []
    const faults: AppError[] = []
    for (const name of (await this.#names()).filter((one) => EDITION.test(one))) {
      signal.throwIfAborted()
      const edition = await this.#edition(name)
      if (edition instanceof AppError) faults.push(edition)
      else editions.push(edition)
    }
    const next = nextOf(editions, after)
    // A file that is still being brought is no edition yet; where nothing else follows, somebody should know.
    if (!next && faults[0]) throw faults[0]
    return next
  }

  async *read({ name }: AnnuaireEdition): AsyncGenerator<AnnuairePortion> {
    try {
      yield* readFlux14(contentOf(join(this.#path, name)))
    } catch (error) {
      throw faulty(name, error)
    }
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.#path)
    } catch (error) {
      throw faulty(this.#path, error)
    }
  }

  async #edition(name: string): Promise<AnnuaireEdition | AppError> {
    const path = join(this.#path, name)
    try {
      const { size, mtimeMs } = await stat(path)
      const key = `${name} ${size} ${mtimeMs}`
      const edition = this.#known.get(key) ?? editionOf(name, await headerOf(path))
      this.#known.set(key, edition)
      return edition
    } catch (error) {
      return faulty(name, error)
    }
  }
}

export const folderAnnuaire = (path: string): Annuaire => new Folder(path)

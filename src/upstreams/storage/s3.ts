import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { systemClock } from '../../kernel/clock.ts'
import type { ChunkedBytes } from '../../kernel/bytes.ts'
import type { BytePortion, ExternalStorage, StoredBytes, StoredName } from './port.ts'

export interface S3Options {
  bucket: string
  region: string
  /** Absent for Amazon itself. */
  endpoint?: string | undefined
  /** Absent where the machine has an identity of its own. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  forcePathStyle: boolean
  /** Size of a part, and from where on bytes go in parts. S3 wants at least 5 MiB. */
  partBytes?: number
}

const PART_BYTES = 8 * 1024 * 1024
/** So many bytes are read at once. */
const READ_BYTES = 4 * 1024 * 1024
const CHECK_KEY = 'invoice-exchange-check'
const TYPE = 'application/octet-stream'

/** `{organization}/ab/abcdef…`: a tenant's bytes lie together, and no prefix holds too many. */
export const keyOf = (organizationId: string, hash: string): string => `${organizationId}/${hash.slice(0, 2)}/${hash}`

/** An identity provider names organizations as it likes. */
const OURS = /^(.+)\/([0-9a-f]{2})\/(\2[0-9a-f]{62})$/s

const namesIn = (
  keys: readonly { Key?: string | undefined; LastModified?: Date | undefined }[],
  before: Date,
): StoredName[] =>
  keys.flatMap(({ Key = '', LastModified }) => {
    const [, organizationId, , hash] = OURS.exec(Key) ?? []
    return organizationId && hash && LastModified && LastModified < before ? [{ organizationId, hash }] : []
  })

const isAbsent = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound

export const s3Storage = (options: S3Options): ExternalStorage => new S3Storage(options)

const openClient = ({ region, endpoint, credentials, forcePathStyle }: S3Options): S3Client => {
  const client = new S3Client({
    region,
    forcePathStyle,
    maxAttempts: 3,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    // Stores other than Amazon's refuse the newer checksums; the content's own hash is checked on reading.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  // Some stores know the address of a bucket only without a slash at its end; Amazon takes both.
  client.middlewareStack.add(
    (next) => (given) => {
      const request = given.request as { path: string }
      request.path = request.path.replace(/(?<=.)\/$/, '')
      return next(given)
    },
    { step: 'build', name: 'bucketWithoutSlash' },
  )
  return client
}

class S3Storage implements ExternalStorage {
  readonly kind = 'external'
  readonly #client: S3Client
  readonly #bucket: string
  readonly #partBytes: number

  constructor(options: S3Options) {
    this.#client = openClient(options)
    this.#bucket = options.bucket
    this.#partBytes = options.partBytes ?? PART_BYTES
  }

  async put(file: StoredBytes, signal: AbortSignal): Promise<void> {
    const { content } = file
    const place = this.#placeOf(file)
    if (await isThere(this.#client, place, content.size, signal)) return
    if (content.size > this.#partBytes) return putInParts(this.#client, place, content, this.#partBytes, signal)
    const command = new PutObjectCommand({ ...place, Body: content.whole(), ContentType: TYPE })
    await this.#client.send(command, { abortSignal: signal })
  }

  async get(name: StoredName, from: number, signal: AbortSignal): Promise<BytePortion | null> {
    try {
      // The beginning is asked for without a range: an object without bytes has none.
      const { Body, ContentRange, ContentLength } = await this.#client.send(
        new GetObjectCommand({
          ...this.#placeOf(name),
          ...(from > 0 && { Range: `bytes=${from}-${from + READ_BYTES - 1}` }),
        }),
        { abortSignal: signal },
      )
      return Body
        ? { bytes: await beginningOf(Body as Readable), size: Number(ContentRange?.split('/')[1] ?? ContentLength) }
        : null
    } catch (error) {
      if (isAbsent(error)) return null
      throw error
    }
  }

  async *writtenBefore(before: Date, signal: AbortSignal): AsyncGenerator<readonly StoredName[]> {
    let token: string | undefined
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, ...(token && { ContinuationToken: token }) }),
        { abortSignal: signal },
      )
      yield namesIn(page.Contents ?? [], before)
      token = page.NextContinuationToken
    } while (token)
  }

  async remove(file: StoredName, before: Date, signal: AbortSignal): Promise<void> {
    const place = this.#placeOf(file)
    const written = await writtenAt(this.#client, place, signal)
    if (written === undefined || written >= before) return
    await this.#client.send(new DeleteObjectCommand(place), { abortSignal: signal })
  }

  async check(signal: AbortSignal): Promise<void> {
    const place = { Bucket: this.#bucket, Key: CHECK_KEY }
    await this.#client.send(
      new PutObjectCommand({
        ...place,
        Body: 'Written at start, to see whether the store lets us write and read.',
        ContentType: 'text/plain',
      }),
      { abortSignal: signal },
    )
    const { Body } = await this.#client.send(new GetObjectCommand(place), { abortSignal: signal })
    await Body?.transformToByteArray()
  }

  close(): Promise<void> {
    return Promise.resolve(this.#client.destroy())
  }

  #placeOf({ organizationId, hash }: StoredName): ObjectPlace {
    return { Bucket: this.#bucket, Key: keyOf(organizationId, hash) }
  }
}

interface ObjectPlace {
  Bucket: string
  Key: string
}

/** Older than this, it is written again: so that what is referred to anew is never old enough to be swept away. */
const YOUNG_MS = 24 * 3_600_000

const writtenAt = async (client: S3Client, place: ObjectPlace, signal: AbortSignal): Promise<Date | undefined> => {
  try {
    return (await client.send(new HeadObjectCommand(place), { abortSignal: signal })).LastModified
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** What is there under its hash need not go over the wire again; of another size it is broken, and is written anew. */
const isThere = async (client: S3Client, place: ObjectPlace, size: number, signal: AbortSignal): Promise<boolean> => {
  try {
    const { ContentLength, LastModified } = await client.send(new HeadObjectCommand(place), { abortSignal: signal })
    return (
      ContentLength === size &&
      LastModified !== undefined &&
      systemClock.now().getTime() - LastModified.getTime() < YOUNG_MS
    )
  } catch (error) {
    // Who may not list a bucket is told 403 of what is absent: writing will show what is true.
    if (isAbsent(error) || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403)) return false
    throw error
  }
}

/** As much as is read at once; the rest is let go. */
const beginningOf = async (body: Readable): Promise<Uint8Array> => {
  const held: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    held.push(chunk)
    length += chunk.byteLength
    if (length >= READ_BYTES) break
  }
  return Buffer.concat(held).subarray(0, READ_BYTES)
}

/** An object comes into being only when all its parts have arrived: a reader never sees half of one. */
const putInParts = async (
  client: S3Client,
  place: ObjectPlace,
  content: ChunkedBytes,
  partBytes: number,
  signal: AbortSignal,
): Promise<void> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType: TYPE }), {
    abortSignal: signal,
  })
  try {
    const parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (const Body of content.portions(partBytes)) {
      const PartNumber = parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }), {
        abortSignal: signal,
      })
      parts.push({ ETag, PartNumber })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }), {
      abortSignal: signal,
    })
  } catch (error) {
    // Parts that are left lying cost money.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined)
    throw error
  }
}

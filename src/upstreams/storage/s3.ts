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
import type { ExternalStorage, StoredBytes, StoredName } from './port.ts'

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

export const s3Storage = ({
  bucket,
  region,
  endpoint,
  credentials,
  forcePathStyle,
  partBytes = PART_BYTES,
}: S3Options): ExternalStorage => {
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
  const at = ({ organizationId, hash }: Pick<StoredBytes, 'organizationId' | 'hash'>) => ({
    Bucket: bucket,
    Key: keyOf(organizationId, hash),
  })
  return {
    kind: 'external',
    async put(file, signal) {
      const { content } = file
      if (await isThere(client, at(file), content.size, signal)) return
      if (content.size > partBytes) await putInParts(client, at(file), content, partBytes, signal)
      else
        await client.send(new PutObjectCommand({ ...at(file), Body: content.whole(), ContentType: TYPE }), {
          abortSignal: signal,
        })
    },
    async get(name, from, signal) {
      try {
        // The beginning is asked for without a range: an object without bytes has none.
        const { Body, ContentRange, ContentLength } = await client.send(
          new GetObjectCommand({ ...at(name), ...(from > 0 && { Range: `bytes=${from}-${from + READ_BYTES - 1}` }) }),
          { abortSignal: signal },
        )
        return Body
          ? { bytes: await beginningOf(Body as Readable), size: Number(ContentRange?.split('/')[1] ?? ContentLength) }
          : null
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async *writtenBefore(before, signal) {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, ...(token && { ContinuationToken: token }) }),
          { abortSignal: signal },
        )
        yield namesIn(page.Contents ?? [], before)
        token = page.NextContinuationToken
      } while (token)
    },
    async remove(file, signal) {
      await client.send(new DeleteObjectCommand(at(file)), { abortSignal: signal })
    },
    async check(signal) {
      const place = { Bucket: bucket, Key: CHECK_KEY }
      await client.send(
        new PutObjectCommand({
          ...place,
          Body: 'Written at start, to see whether the store lets us write and read.',
          ContentType: 'text/plain',
        }),
        { abortSignal: signal },
      )
      const { Body } = await client.send(new GetObjectCommand(place), { abortSignal: signal })
      await Body?.transformToByteArray()
    },
    close: () => Promise.resolve(client.destroy()),
  }
}

interface ObjectPlace {
  Bucket: string
  Key: string
}

/** Older than this, it is written again: so that what is referred to anew is never old enough to be swept away. */
const YOUNG_MS = 24 * 3_600_000

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

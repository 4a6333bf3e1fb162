import {
  AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, GetObjectCommand, HeadObjectCommand,
  NoSuchKey, NotFound, PutObjectCommand, S3Client, S3ServiceException, UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ExternalStorage, StoredBytes } from './port.ts'

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
const CHECK_KEY = 'invoice-exchange-check'
const TYPE = 'application/octet-stream'

/** `org_…/ab/abcdef…`: a tenant's bytes lie together, and no prefix holds too many. */
export const keyOf = (organizationId: string, hash: string): string => `${organizationId}/${hash.slice(0, 2)}/${hash}`

const isAbsent = (error: unknown): boolean => error instanceof NoSuchKey || error instanceof NotFound

export const s3Storage = ({ bucket, region, endpoint, credentials, forcePathStyle, partBytes = PART_BYTES }: S3Options): ExternalStorage => {
  const client = new S3Client({
    region, forcePathStyle, maxAttempts: 3, ...(endpoint && { endpoint }), ...(credentials && { credentials }),
    // Stores other than Amazon's refuse the newer checksums; the content's own hash is checked on reading.
    requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const at = ({ organizationId, hash }: Pick<StoredBytes, 'organizationId' | 'hash'>) => ({ Bucket: bucket, Key: keyOf(organizationId, hash) })
  return {
    kind: 'external',
    async put(file, signal) {
      if (await isThere(client, at(file), file.bytes.byteLength, signal)) return
      if (file.bytes.byteLength > partBytes) await putInParts(client, at(file), file.bytes, partBytes, signal)
      else await client.send(new PutObjectCommand({ ...at(file), Body: file.bytes, ContentType: TYPE }), { abortSignal: signal })
    },
    async get(organizationId, hash, signal) {
      try {
        const { Body } = await client.send(new GetObjectCommand(at({ organizationId, hash })), { abortSignal: signal })
        return Body ? await Body.transformToByteArray() : null
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async check(signal) {
      const place = { Bucket: bucket, Key: CHECK_KEY }
      await client.send(new PutObjectCommand({ ...place, Body: 'Written at start, to see whether the store lets us write and read.', ContentType: 'text/plain' }), { abortSignal: signal })
      const { Body } = await client.send(new GetObjectCommand(place), { abortSignal: signal })
      await Body?.transformToByteArray()
    },
    close: () => Promise.resolve(client.destroy()),
  }
}

interface Place { Bucket: string; Key: string }

/** What is there under its hash need not go over the wire again; of another size it is broken, and is written anew. */
const isThere = async (client: S3Client, place: Place, size: number, signal: AbortSignal): Promise<boolean> => {
  try {
    return (await client.send(new HeadObjectCommand(place), { abortSignal: signal })).ContentLength === size
  } catch (error) {
    // Who may not list a bucket is told 403 of what is absent: writing will show what is true.
    if (isAbsent(error) || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403)) return false
    throw error
  }
}

/** An object comes into being only when all its parts have arrived: a reader never sees half of one. */
const putInParts = async (client: S3Client, place: Place, bytes: Uint8Array, partBytes: number, signal: AbortSignal): Promise<void> => {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType: TYPE }), { abortSignal: signal })
  try {
    const parts = []
    for (let start = 0, PartNumber = 1; start < bytes.byteLength; start += partBytes, PartNumber += 1) {
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body: bytes.subarray(start, start + partBytes) }), { abortSignal: signal })
      parts.push({ ETag, PartNumber })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }), { abortSignal: signal })
  } catch (error) {
    // Parts that are left lying cost money.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => undefined)
    throw error
  }
}

/** The databases, the object store, and the key of stored secrets. */
import { z } from 'zod'
import { flag, postgresUrl, sealKey, url, wholeNumber } from './forms.ts'

export const storageSettings = {
  DATA_DIR: z.string().min(1).default('./.data'),
  /** With several hosts the one is used that takes writes. */
  DATABASE_URL: postgresUrl.optional(),
  /** The server itself, where DATABASE_URL is a pooler in front of it: notifications and migrations need a session. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** Whether statements are kept under names. */
  DATABASE_PREPARED: flag.default(true),
  DATABASE_POOL: wholeNumber(2, 500).default(16),
  /** Longest time that a statement may take; a caller waits half of it for a connection. */
  DATABASE_TIMEOUT_MS: wholeNumber(500, 60_000).default(10_000),
  REDIS_URL: url('redis', 'rediss').optional(),

  /** With a bucket, large bytes go to an S3-compatible object store; without, into the database. */
  S3_BUCKET: z.string().min(3).max(63).optional(),
  /** Absent for Amazon itself. */
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  /** Absent where the machine has an identity of its own. */
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_FORCE_PATH_STYLE: flag.default(false),

  /** Seals the secrets that are kept, such as those of webhooks: the first seals, the others still open. */
  SECRETS_KEY: z
    .string()
    .transform((text) => text.split(',').map((one) => one.trim()))
    .pipe(z.tuple([sealKey], sealKey))
    .optional(),
}

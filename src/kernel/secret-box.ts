import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that we must be able to use ourselves: in the database, they are useless without the key. */
export interface SecretBox {
  /** The context says whose secret it is, and is authenticated with it: copied to another row, it does not open. */
  seal(secret: string | Uint8Array, context: string): Uint8Array<ArrayBuffer>
  open(sealed: Uint8Array, context: string): Buffer
  /** Of the key that seals. */
  readonly keyId: string
  /** Of all keys that open. */
  readonly keyIds: readonly string[]
}

const KEY_ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16

/** Which key has sealed it: a name of the key, of which the key does not follow. */
export const keyIdOf = (sealed: Uint8Array): string => Buffer.from(sealed.subarray(0, KEY_ID_BYTES)).toString('hex')

interface SealKey {
  id: Buffer
  bytes: Buffer
}

const keyOf = (text: string): SealKey => {
  const bytes = createHash('sha256').update(`seal\n${text}`).digest()
  return { id: createHash('sha256').update(bytes).digest().subarray(0, KEY_ID_BYTES), bytes }
}

/** The first key seals and all of them open, so that a deployment can change its key. */
export const openSecretBox = (texts: readonly [string, ...string[]]): SecretBox => {
  const keys = texts.map(keyOf)
  const current = keyOf(texts[0])
  return {
    keyId: current.id.toString('hex'),
    keyIds: keys.map(({ id }) => id.toString('hex')),
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.bytes, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([
        cipher.update(typeof secret === 'string' ? Buffer.from(secret) : secret),
        cipher.final(),
      ])
      return new Uint8Array(Buffer.concat([current.id, iv, cipher.getAuthTag(), body]))
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const key = keys.find(({ id }) => id.equals(bytes.subarray(0, KEY_ID_BYTES)))
      if (!key)
        throw new Error(
          'A stored secret was encrypted with a key that SECRETS_KEY ' +
            'does not contain. Add the earlier key to SECRETS_KEY.',
        )
      const [iv, rest] = [
        bytes.subarray(KEY_ID_BYTES, KEY_ID_BYTES + IV_BYTES),
        bytes.subarray(KEY_ID_BYTES + IV_BYTES),
      ]
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, iv)
        .setAAD(Buffer.from(context))
        .setAuthTag(rest.subarray(0, TAG_BYTES))
      return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()])
    },
  }
}

/** Everything in the database that SECRETS_KEY seals: what a new key has to seal again, and a restore needs a key for. */
import { type PreviousSecret, isSigning, sealContext } from '../engine/webhooks/secrets.ts'
import { sealedAnswer } from '../operation/idempotency.ts'
import { sealedShop } from '../procurement/shop.ts'
import { sealedCallback } from '../webhooks/flow-webhook.ts'

type Row = Readonly<Record<string, string>>
type Change = (sealed: Uint8Array) => Uint8Array

export interface SealedColumn {
  table: string
  /** What names a row. */
  key: readonly string[]
  column: string
  /** Rows that have something in it, as SQL. */
  where: string
  type: 'bytea' | 'jsonb' | 'text'
  contextOf(row: object): string
  /** The value with another in place of each of its sealed parts. */
  map(value: unknown, change: Change, now: Date): unknown
}

const bytes = (value: Uint8Array, change: Change): Buffer => Buffer.from(change(value))
const base64 = (value: string, change: Change): string =>
  Buffer.from(change(Buffer.from(value, 'base64'))).toString('base64')

export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'webhooks',
    key: ['organizationId', 'id'],
    column: 'secret',
    where: 'TRUE',
    type: 'bytea',
    contextOf: sealContext,
    map: bytes,
  },
  {
    table: 'webhooks',
    key: ['organizationId', 'id'],
    column: 'previousSecrets',
    where: `"previousSecrets" <> '[]'`,
    type: 'jsonb',
    contextOf: sealContext,
    // Those whose time is over are never opened again.
    map: (list: readonly PreviousSecret[], change, now) =>
      JSON.stringify(list.map((one) => (isSigning(one, now) ? { ...one, secret: base64(one.secret, change) } : one))),
  },
  {
    table: 'webhooks',
    key: ['organizationId', 'id'],
    column: 'callback',
    where: 'callback IS NOT NULL',
    type: 'bytea',
    contextOf: sealedCallback,
    map: bytes,
  },
  {
    table: 'shops',
    key: ['organizationId', 'id'],
    column: 'credentials',
    where: 'TRUE',
    type: 'bytea',
    contextOf: sealedShop,
    map: bytes,
  },
  {
    table: 'idempotency_records',
    key: ['organizationId', 'caller', 'key'],
    column: 'body',
    where: 'TRUE',
    type: 'bytea',
    contextOf: sealedAnswer,
    map: bytes,
  },
  {
    table: 'deployment_settings',
    key: ['name'],
    column: 'value',
    where: `name = 'first-key'`,
    type: 'text',
    contextOf: ({ name }: Row) => String(name),
    map: base64,
  },
]

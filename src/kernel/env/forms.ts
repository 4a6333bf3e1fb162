/** The forms of settings: texts of the environment, and what they are read as. */
import { z } from 'zod'
import { addressesIn, isForWriting } from '../database/hosts.ts'

export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const proxies = z
  .string()
  .regex(/^(?:true|false|[0-9])$/, 'expected true, false, or the number of proxies in front of the service')
  .transform((text) => ({ true: 1, false: 0 })[text] ?? Number(text))
export const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.number().min(min).max(max))
export const url = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: `expected an address that starts with ${protocols.map((name) => `${name}://`).join(' or ')}`,
  })

const postgres = url('postgresql', 'postgres')
/** A server of PostgreSQL, or several with commas: `postgresql://user:password@one:5432,two:5432/invoices`. */
export const postgresUrl = z
  .string()
  .refine((text) => addressesIn(text)?.every((one) => postgres.safeParse(one).success), {
    error: 'expected an address that starts with postgresql:// or postgres://, with one host or several with commas',
  })
  .refine((text) => addressesIn(text)?.every(isForWriting), {
    error: 'target_session_attrs can only be read-write or primary: the product writes',
  })

/** Origins of pages: `https://app.example.com`, several with commas, or `*`. */
export const origins = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(z.string().regex(/^(?:\*|https?:\/\/[^/\s]+)$/, 'expected * or origins such as https://app.example.com')),
  )

export const nameServers = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(/^(?:[\d.]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i, 'expected addresses such as 10.0.0.2 or [fd00::2]:53'),
    ),
  )

/** Networks such as `10.0.0.0/8`, or single addresses, with commas between them. */
export const networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .pipe(
    z.array(
      z.string().regex(/^[\da-f.:]+(?:\/\d{1,3})?$/i, 'expected networks such as 10.0.0.0/8, with commas between them'),
    ),
  )

/** A fingerprint however it is written: with colons or without, in any case. */
export const fingerprint = (text: string): string => text.replaceAll(/[:\s]/g, '').toLowerCase()
export const sealKey = z.string().min(32, 'each key must have at least 32 characters')

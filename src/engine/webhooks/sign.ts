import { type KeyObject, createHmac } from 'node:crypto'

/** `t=<unix seconds>,v1=<hex>` over `<t>.<raw body>`, with one `v1` for each secret (specification 6). */
export const signatureOf = (body: string, secrets: readonly (string | KeyObject)[], now: Date): string => {
  const time = Math.floor(now.getTime() / 1_000)
  return [
    `t=${time}`,
    ...secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`),
  ].join(',')
}

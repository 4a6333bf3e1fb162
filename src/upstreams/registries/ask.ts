/** What the drivers of registries have in common: a JSON answer, or a refusal in the words of the catalog. */
import type { z } from 'zod'
import { AppError } from '../../kernel/errors/app-error.ts'
import { type HttpCall, type HttpClient, HttpFailure } from '../http-client.ts'
import { atMost } from '../../values/text.ts'

export const MAX_ANSWER_BYTES = 1024 * 1024
/** How long to leave a registry alone that counts its callers. */
const TOO_MANY_SECONDS = 60

interface RegistryRequest<S extends z.ZodType> {
  registry: string
  call: Omit<HttpCall, 'headers'> & { headers?: Record<string, string> }
  answer: S
}

/** Null when the registry has nothing of that number. */
export const askJson = async <S extends z.ZodType>(
  client: HttpClient,
  { registry, call, answer }: RegistryRequest<S>,
): Promise<z.output<S> | null> => {
  const { status, json } = await client
    .call({ ...call, headers: { accept: 'application/json', ...call.headers } })
    .catch((error: unknown) => {
      throw error instanceof HttpFailure
        ? new AppError('UPSTREAM_UNAVAILABLE', {
            message: `${registry} cannot be reached.`,
            retryAfter: 5,
            cause: error,
          })
        : error
    })
  if (status === 404) return null
  if (status === 429)
    throw new AppError('UPSTREAM_UNAVAILABLE', {
      message: `${registry} received too many requests. Try again later.`,
      retryAfter: TOO_MANY_SECONDS,
    })
  if (status < 200 || status > 299)
    throw new AppError('UPSTREAM_ERROR', {
      message:
        status === 401 || status === 403
          ? `${registry} does not accept our credentials (status ${status}).`
          : `${registry} answered with the status ${status}.`,
    })
  const read = answer.safeParse(json())
  if (!read.success)
    throw new AppError('UPSTREAM_ERROR', {
      message: `The answer of ${registry} cannot be read.`,
      cause: read.error,
    })
  return read.data
}

export const notFound = (registry: string, number: string): AppError =>
  new AppError('VAT_NOT_FOUND', { message: `${registry} does not know ${number}.` })
export const inactive = (registry: string, number: string, what = 'is no longer active'): AppError =>
  new AppError('VAT_INACTIVE', { message: `${number} ${what} according to ${registry}.` })

/** Text of a registry, as much as is kept of it, without what it writes where there is nothing. */
export const said = (text: string | null | undefined, most = 200): string | null => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' || trimmed === '---' || trimmed === '[ND]' ? null : atMost(most, trimmed)
}

const ADDRESS = /^[^\s@<>",;:\\[\]()]+@[^\s@<>",;:\\[\]()]+\.[^\s@<>",;:\\[\]()]+$/

export const mailboxOf = (text: string | null | undefined): string | null => {
  const address = said(text, 254)
  return address !== null && ADDRESS.test(address) ? address : null
}

/** The domain of a web site, with or without `https://` and `www.`. */
export const domainOf = (text: string | null | undefined): string | null => {
  const site = said(text)
  if (site === null) return null
  const address = /^https?:\/\//i.test(site) ? site : `https://${site}`
  const host = URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : ''
  return /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(host) ? host : null
}

export const joined = (...parts: (string | null | undefined)[]): string | null =>
  said(parts.flatMap((part) => said(part) ?? []).join(' '))

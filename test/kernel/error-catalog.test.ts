import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError, isPassing, overtaken } from '../../src/kernel/errors/app-error.ts'
import { parseInput } from '../../src/kernel/errors/input.ts'
import { readErrorTexts, readInputTexts, translateError } from '../../src/kernel/errors/translate.ts'
import { placeholdersIn } from '../../src/values/translation.ts'
import { type ErrorCode, catalog } from '../../src/kernel/errors/catalog.ts'

/**
 * The codes of the specification (7) with their status, and their lower-case spelling where operations answer in it.
 */
const specified: [code: ErrorCode, status: number, spelling: string][] = [
  ['INVALID_REQUEST', 400, 'invalid_request'],
  ['MISSING_FIELD', 400, 'invalid_request'],
  ['INVALID_ENUM', 400, 'invalid_request'],
  ['INVALID_VAT_FORMAT', 400, 'invalid_request'],
  ['INVALID_IBAN', 400, 'invalid_request'],
  ['INVALID_CURRENCY', 400, 'invalid_request'],
  ['INVALID_DATE', 400, 'invalid_request'],
  ['MISSING_AUTH', 401, 'unauthorized'],
  ['INVALID_TOKEN', 401, 'unauthorized'],
  ['EXPIRED_TOKEN', 401, 'unauthorized'],
  ['REVOKED_KEY', 401, 'unauthorized'],
  ['INSUFFICIENT_SCOPE', 403, 'forbidden'],
  ['COMPANY_FORBIDDEN', 403, 'forbidden'],
  ['RESOURCE_NOT_FOUND', 404, 'not_found'],
  ['COMPANY_NOT_FOUND', 404, 'not_found'],
  ['DOCUMENT_NOT_FOUND', 404, 'not_found'],
  ['COMPANY_EXISTS', 409, 'duplicate'],
  ['IDEMPOTENCY_IN_PROGRESS', 409, 'idempotency_in_progress'],
  ['RANGE_NOT_SATISFIABLE', 416, 'invalid_request'],
  ['IDEMPOTENCY_BODY_MISMATCH', 422, 'idempotency_body_mismatch'],
  ['MIGRATION_REFUSED', 422, 'validation_error'],
  ['INVALID_TRANSITION', 409, 'invalid_transition'],
  ['DUPLICATE_NUMBER', 409, 'conflict'],
  ['PAYMENT_REVERSED', 409, 'conflict'],
  ['NOT_AN_INVOICE', 422, 'validation_error'],
  ['VAT_NOT_FOUND', 422, 'validation_error'],
  ['VAT_INACTIVE', 422, 'validation_error'],
  ['RECIPIENT_NOT_FOUND', 422, 'validation_error'],
  ['RECIPIENT_CANNOT_RECEIVE', 422, 'validation_error'],
  ['UNSUPPORTED_FILE', 422, 'validation_error'],
  ['UBL_VALIDATION_FAILED', 422, 'validation_error'],
  ['RATE_LIMITED', 429, 'rate_limited'],
  ['QUOTA_EXCEEDED', 429, 'rate_limited'],
  ['UPSTREAM_ERROR', 502, 'upstream_error'],
  ['UPSTREAM_UNAVAILABLE', 503, 'upstream_unavailable'],
  ['UPSTREAM_TIMEOUT', 504, 'upstream_unavailable'],
  ['INVALID_GRANT', 400, 'invalid_grant'],
  ['INVALID_CLIENT', 401, 'invalid_client'],
  ['AUTHORIZATION_PENDING', 400, 'authorization_pending'],
  ['SLOW_DOWN', 400, 'slow_down'],
  ['CONSENT_REFUSED', 400, 'access_denied'],
  ['CONSENT_EXPIRED', 400, 'expired_token'],
]

test.each(specified)('the error %s has the status %i and the lower-case spelling %s', (code, status, operationCode) => {
  expect(catalog[code]).toMatchObject({ status, operationCode })
})

test.each([
  [new AppError('UPSTREAM_UNAVAILABLE'), true],
  [new AppError('RATE_LIMITED'), true],
  [overtaken('Somebody else was faster.'), true],
  [new AppError('IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 }), true],
  [new Error('A fault of ours'), true],
  [new AppError('CONFLICT'), false],
  [new AppError('QUOTA_EXCEEDED', { retryAfter: 86_400 }), false],
  [new AppError('INVALID_REQUEST'), false],
])('%s passes by itself: %s', (error, passes) => {
  expect(isPassing(error)).toBe(passes)
})

test('an internal error is 500', () => expect(catalog.INTERNAL_ERROR.status).toBe(500))

test('every code has a message in French and in German, and no other has', () => {
  const texts = readErrorTexts()
  expect([...texts.keys()].sort()).toEqual(Object.keys(catalog).sort())
  for (const { message } of Object.values(catalog)) {
    const translations = [message, translateError(message, 'fr'), translateError(message, 'de')]
    expect(new Set(translations).size).toBe(3)
    expect(translations).not.toContain(undefined)
  }
})

test('what is said of a field has the same placeholders in each language', () => {
  const faulty = readInputTexts().filter(({ en, fr, de }) =>
    [fr, de].some((text) => placeholdersIn(text).join() !== placeholdersIn(en).join()),
  )
  expect(faulty).toEqual([])
})

test('what a schema says against a request is said in French and German', () => {
  const schema = z.strictObject({
    needed: z.string(),
    short: z.string().max(3),
    long: z.string().min(2),
    few: z.array(z.string()).min(1),
    small: z.number().max(5),
    kind: z.enum(['one', 'two']),
    number: z.number(),
  })
  const input = { short: 'much', long: '', few: [], small: 9, kind: 'three', number: 'x', numer: 1 }
  const refusal = (() => {
    try {
      return parseInput(schema, input)
    } catch (error) {
      return error as AppError
    }
  })()
  expect(refusal).toBeInstanceOf(AppError)
  const { message, details } = refusal as AppError
  const texts = [message, ...details.map((one) => one.message), `needed: ${details[0]?.message}`]
  expect(texts.length).toBeGreaterThan(7)
  for (const language of ['fr', 'de'] as const)
    expect(texts.filter((text) => [undefined, text].includes(translateError(text, language)))).toEqual([])
})

test('the sentence of a single case that no table has stays as it is', () => {
  expect(translateError('The shop is closed on Sundays.', 'fr')).toBeUndefined()
})

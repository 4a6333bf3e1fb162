import { expect } from 'vitest'
import { type ErrorCode, catalog } from '../../src/kernel/errors/catalog.ts'
import type { Route } from '../../src/http/route.ts'
import type { Answer } from './app.ts'

/**
 * A refusal in the envelope of section 7, with the catalog's status, type and spelling: nothing less, and nothing
 * secret.
 */
export const expectRefusal = (
  answer: Answer,
  code: ErrorCode,
  dialect: 'catalog' | 'operation' | 'norm' = 'catalog',
): void => {
  if (dialect === 'norm') return expectRefusalOfNorm(answer, code)
  const { status, type, operationCode } = catalog[code]
  expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({
    status,
    code: dialect === 'catalog' ? code : operationCode,
  })
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({
    error: {
      type,
      code: expect.any(String),
      message: expect.any(String),
      details: expect.any(Array),
      requestId: answer.headers['x-request-id'],
      docUrl: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    },
  })
  expect(answer.bytes.toString()).not.toMatch(/node_modules|\.ts:\d|SELECT |prisma|svc_(plat_|wl_)?(test|live)_/i)
  if (dialect === 'operation')
    expect(answer.body.error.details.map((detail: { rule: string }) => detail.rule)).toContain(code)
}

/** The same beside the form of XP Z12-013, whose statuses are its own. */
const expectRefusalOfNorm = (answer: Answer, code: ErrorCode): void => {
  const { error, ...norm } = answer.body
  expect(norm).toEqual({
    errorCode: expect.stringMatching(/^[A-Z_]+$/),
    errorMessage: error.message,
    type: error.docUrl,
    details: expect.any(String),
    instance: `/v1/requests/${error.requestId}`,
  })
  expectRefusal({ ...answer, status: catalog[code].status, body: { error } }, code)
}

/** How a row writes its refusals. */
export const spellingOf = ({ path, dialect }: Pick<Route, 'path' | 'dialect'>): Route['dialect'] | 'norm' =>
  path.startsWith('/afnor') ? 'norm' : dialect

/** What the companies operations answer: lower-case codes, with the catalog's in the details. */
export const expectOperationRefusal = (answer: Answer, code: ErrorCode): void =>
  expectRefusal(answer, code, 'operation')

/** A refusal without what differs between any two requests. */
export const withoutRequestId = (answer: Answer): string =>
  answer.bytes.toString().replaceAll(String(answer.headers['x-request-id']), 'req')

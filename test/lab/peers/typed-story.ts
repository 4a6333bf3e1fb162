/** A story in the types that a client generates from the OpenAPI document. It is compiled, not run. */
import createClient from 'openapi-fetch'
import type { paths } from './generated/paths.d.ts'

const client = createClient<paths>({ baseUrl: 'https://api.invoice-exchange.example', headers: {} })

export const story = async (): Promise<string> => {
  const { data: company, error } = await client.POST('/v1/companies', { body: { vatNumber: 'DE811569869' } })
  if (error) throw new Error(`${error.error.code}: ${error.error.details.map(({ field }) => field).join()}`)
  const { data: sent } = await client.POST('/v1/documents/send', {
    body: {
      type: 'invoice',
      from: company.peppolId ?? '',
      to: '0204:991-01234-44',
      document: { number: 'F-1', issueDate: '2026-03-02', currency: 'EUR' },
    },
  })
  const { data: page } = await client.GET('/v1/documents', {
    params: { query: { direction: 'outgoing', limit: 10, status: ['delivered'] } },
  })
  const states: string[] = (page?.data ?? []).map(({ lifecycleStatus }) => lifecycleStatus)
  const { data: lifecycle } = await client.GET('/v1/documents/{documentId}/lifecycle', {
    params: { path: { documentId: sent?.id ?? '' } },
  })
  const cursor: string | null | undefined = page?.cursor
  return [...states, lifecycle?.currentStatus, cursor].join()
}

// @ts-expect-error: a path that is not served does not compile.
void client.GET('/v1/invoices')
// @ts-expect-error: nor does a value that no enum has.
void client.GET('/v1/documents', { params: { query: { direction: 'sideways' } } })

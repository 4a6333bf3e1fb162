/** The rows of `/afnor`, and what each is called with: its words are not those of the operations. */
import { routes, sharing } from '../../afnor/routes/index.ts'
import type { Route } from '../../src/http/route.ts'
import { formOf } from './afnor.ts'
import type { Answer, Caller } from './app.ts'
import { hook, never } from './foreign-ids.ts'

/** Rows that share a path are told apart by what they answer. */
export const afnorRows = [...routes, ...sharing].map((route) => {
  const sharesPath = sharing.includes(route)
  return [`${route.method} ${route.path}${sharesPath ? ` (${route.field})` : ''}`, route] as const
})
export const isAfnor = ({ path }: Route): boolean => path.startsWith('/afnor')

interface Request {
  body?: object | Buffer
  headers?: Record<string, string>
  query?: string
}

const flowInfo = { flowSyntax: 'UBL', name: 'f.xml' }
const FORM = { 'content-type': 'multipart/form-data; boundary=xyz' }
const subscription = { callback: { url: hook.url }, metadata: { flowType: 'SupplierInvoice', flowDirection: 'In' } }
const laterSubscription = { callbackUrl: hook.url, flowTypes: ['SupplierInvoice'], flowDirection: 'In' }

const requests: Readonly<Record<string, (route: Route) => Request>> = {
  submitFlow: () => ({ body: formOf({ flowInfo, file: '<nothing/>' }), headers: FORM }),
  listFlows: () => ({ body: { where: { flowDirection: ['In', 'Out'] } } }),
  getFlow: () => ({}),
  getFlowFile: () => ({ query: '?docType=Original' }),
  listFlowWebhooks: () => ({}),
  createFlowWebhook: (route) => ({ body: sharing.includes(route) ? laterSubscription : subscription }),
  getFlowWebhook: () => ({}),
  updateFlowWebhook: () => ({ body: { headers: [{ headerName: 'X-Own', headerValue: '1' }] } }),
  deleteWebhook: () => ({}),
}

/** The path with its parameters. A colon that is a part of it is written twice in its row. */
export const pathWith = ({ path }: Route, valueOf: (name: string) => string): string =>
  path.replace(/:(\w+)/g, (_all, name: string) => valueOf(name)).replaceAll('::', ':')

export const sendAfnor = (caller: Caller, route: Route, ids: Record<string, string>): Promise<Answer> => {
  const { body, headers, query = '' } = requests[route.operation.name]?.(route) ?? {}
  const path = pathWith(route, (name) => ids[name] ?? never[name] ?? 'x')
  return caller.send(route.method, `${path}${query}`, body, headers)
}

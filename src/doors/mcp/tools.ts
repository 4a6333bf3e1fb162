/**
 * What an assistant can do: a table over the rows of REST. Each tool runs the operation of its row, with its input, its
 * scope and its answer; nothing is decided here.
 */
import { z } from 'zod'
import { routes } from '../../../rest-compat/routes/index.ts'
import type { Route } from '../../http/route.ts'

interface Tool {
  name: string
  title: string
  route: Route
  inputSchema: Record<string, unknown>
}

/** Name of the tool → its title and its row. */
const table: Readonly<Record<string, readonly [title: string, row: string]>> = {
  who_am_i: ['Who am I', 'GET /v1/me'],
  list_companies: ['List companies', 'GET /v1/companies'],
  verify_recipient: ['Can this company receive documents', 'POST /v1/directory/verify'],
  search_directory: ['Find companies on the network', 'GET /v1/directory/search'],
  validate_document: ['Check a document without sending it', 'POST /v1/documents/validate'],
  send_document: ['Send a document', 'POST /v1/documents/send'],
  find_documents: ['Find documents', 'GET /v1/documents'],
  read_document: ['Read a document', 'GET /v1/documents/:documentId/structured'],
  list_delivery_attempts: ['What happened to a delivery', 'GET /v1/documents/:documentId/attempts'],
  read_lifecycle: ['Business status of a document', 'GET /v1/documents/:documentId/lifecycle'],
  update_lifecycle: ['Approve, dispute, reject or mark as paid', 'POST /v1/documents/:documentId/lifecycle'],
  act_on_document: ['Archive, tag, annotate or mark as read', 'POST /v1/documents/:documentId/actions'],
  list_partners: ['List trading partners', 'GET /v1/partners'],
  read_compliance: ['Reports to the authorities', 'GET /v1/compliance/status'],
  read_statistics: ['Statistics', 'GET /v1/stats'],
  list_events: ['What happened lately', 'GET /v1/events'],
}

const rowNamed = (row: string): Route => {
  const found = routes.find(({ method, path }) => `${method} ${path}` === row)
  if (!found) throw new Error(`There is no row ${row}.`)
  return found
}

/** What only our own readers of a schema understand. */
const OURS = new Set(['graphql', 'x-enumDescriptions', 'x-maxBytes', 'id'])

const withoutOurs = (node: unknown, isNames = false): unknown => {
  if (Array.isArray(node)) return node.map((one) => withoutOurs(one))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => isNames || !OURS.has(name))
      .map(([name, value]) => [name, withoutOurs(value, !isNames && (name === 'properties' || name === '$defs'))]),
  )
}

export const tools: readonly Tool[] = Object.entries(table).map(([name, [title, row]]) => {
  const route = rowNamed(row)
  const schema = z.toJSONSchema(route.operation.input, { io: 'input', unrepresentable: 'any' })
  // Zod drops the examples of what it transforms, and a document is told best by one.
  const { examples } = route.operation.input.meta() ?? {}
  return {
    name,
    title,
    route,
    inputSchema: { ...(withoutOurs(schema) as object), ...(examples !== undefined && { examples }) },
  }
})

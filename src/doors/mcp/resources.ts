/** An assistant reads these by their addresses: the files of documents, and how the service is used. */
import { unescape } from 'node:querystring'
import { buffer } from 'node:stream/consumers'
import type { FastifyRequest } from 'fastify'
import { getDocumentFile } from '../../documents/views/get-document-file.ts'
import { callOf } from '../../http/edge.ts'
import { execute } from '../../operation/execute.ts'
import type { Platform } from '../../operation/platform.ts'
import { llmsText } from '../oauth/llms.ts'
import { dressOf } from '../site-page.ts'

const FILES = {
  xml: ['The document as XML', 'application/xml'],
  html: ['The document as a page', 'text/html'],
  pdf: ['The document as PDF', 'application/pdf'],
} as const

export const resourcesAt = (baseUrl: string) => [
  {
    uri: `${baseUrl}/llms.txt`,
    name: 'llms.txt',
    title: 'How this service is used',
    mimeType: 'text/plain',
  },
]

/** The addresses are those of REST. */
export const templatesAt = (baseUrl: string) =>
  Object.entries(FILES).map(([rendition, [title, mimeType]]) => ({
    uriTemplate: `${baseUrl}/v1/documents/{documentId}/${rendition}`,
    name: `document-${rendition}`,
    title,
    mimeType,
  }))

export type ResourceContents = { uri: string; mimeType: string } & ({ text: string } | { blob: string })

const ADDRESS = /^\/v1\/documents\/([^/]+)\/(xml|html|pdf)$/

/** Undefined where nothing has the address. */
export const readResource = async (
  platform: Platform,
  request: FastifyRequest,
  uri: string,
): Promise<ResourceContents | undefined> => {
  const { baseUrl } = request.site
  if (!uri.startsWith(baseUrl)) return undefined
  const path = uri.slice(baseUrl.length)
  if (path === '/llms.txt')
    return { uri, mimeType: 'text/plain', text: llmsText(platform, await dressOf(platform, request)) }
  const [, documentId = '', rendition] = ADDRESS.exec(path) ?? []
  if (rendition === undefined) return undefined
  const given = { documentId: unescape(documentId), rendition }
  const file = await execute(getDocumentFile, callOf(platform, request), given)
  const [, mimeType] = FILES[rendition as keyof typeof FILES]
  const { content } = file
  const bytes = content instanceof Uint8Array ? Buffer.from(content) : await buffer(content())
  return rendition === 'pdf'
    ? { uri, mimeType, blob: bytes.toString('base64') }
    : { uri, mimeType, text: bytes.toString('utf8') }
}

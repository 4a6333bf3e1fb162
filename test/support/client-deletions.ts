/** One story for every client with a cache: what is deleted leaves its list, by the identifier that the mutation answers. */
import { expect, vi } from 'vitest'
import type { Body, TestApp } from './app.ts'

interface Dialect {
  /** After the name of a page of the list. */
  page?: (field: string) => string
  /** The rows of a page. */
  rows?: (selection: string) => string
  /** After `deletedId`, and further variables, by whether it stood in pages or in lists. */
  gone?: Record<'page' | 'list', { directive: string; variables: string }>
}

/** The types of what is deleted, by their mutation: each answers the identifier alone. */
export const DELETIONS = {
  deleteWebhook: 'Webhook',
  deletePartner: 'Partner',
  mergePartners: 'Partner',
  deleteTag: 'Tag',
  deleteTagGroup: 'TagGroup',
} as const
export type Deletion = keyof typeof DELETIONS

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)
export const operationOf = (name: Deletion): string => `Story${capitalized(name)}Mutation`

const PLAIN = { directive: '', variables: '' }
const isInPage = (name: Deletion): boolean => DELETIONS[name] === 'Webhook' || DELETIONS[name] === 'Partner'

/** The queries of a screen with the settings of an organization. */
export const deletionDocuments = ({
  page = () => '',
  rows = (selection) => `nodes { ${selection} }`,
  gone = { page: PLAIN, list: PLAIN },
}: Dialect = {}): Record<'kept' | Deletion, string> => ({
  kept: `
    query StoryKeptQuery($groupId: ID!) {
      webhooks(first: 20)${page('webhooks')} { ${rows('id url')} }
      partners(first: 20)${page('partners')} { ${rows('id name')} }
      tagGroups { id name }
      tags(groupId: $groupId) { id name }
    }`,
  ...(Object.fromEntries(
    (Object.keys(DELETIONS) as Deletion[]).map((name) => {
      const { directive, variables } = gone[isInPage(name) ? 'page' : 'list']
      return [
        name,
        `mutation ${operationOf(name)}($input: ${capitalized(name)}Input!${variables}) {
          ${name}(input: $input) { deletedId${directive} ${name === 'mergePartners' ? 'partner { id name }' : ''} }
        }`,
      ]
    }),
  ) as Record<Deletion, string>),
})

/** Where a client connects. */
export interface Settings {
  address: string
  authorization: string
  groupId: string
  fetch: typeof fetch
}

/** What a program shows to a person, by a client of others. */
export interface Shelf {
  open(): Promise<void>
  remove(name: Deletion, input: object): Promise<void>
  /** The lists, out of the cache alone, as pages or lists of rows; null where something is missing. */
  kept(): Promise<Body>
  /** The same from the server. */
  asked(): Promise<Body>
  close(): unknown
}

/** The names in each list: whether a page has edges or nodes, and without rows that a client leaves behind as null. */
const namesIn = (shown: Body): Record<string, string[]> | null =>
  shown &&
  Object.fromEntries(
    ['webhooks', 'partners', 'tagGroups', 'tags'].map((list) => {
      const rows: Body[] = shown[list].edges?.map(({ node }: Body) => node) ?? shown[list].nodes ?? shown[list]
      return [list, rows.flatMap((row) => (row ? [row.url ?? row.name] : [])).toSorted()]
    }),
  )

/** Two of everything, of which one goes. */
export const expectForgotten = async (
  app: TestApp,
  base: string,
  open: (settings: Settings) => Shelf | Promise<Shelf>,
): Promise<void> => {
  const tenant = await app.tenant('white_label')
  const make = async (path: string, body: object): Promise<string> => (await tenant.post(path, body)).body.id
  const webhooks = ['a', 'b'].map((name) => `https://${name}.example.com/`)
  const [webhook] = await Promise.all(webhooks.map((url) => make('/v1/webhooks', { url, events: ['*'] })))
  const partners: string[] = []
  for (const [index, name] of ['P1', 'P2', 'P3'].entries())
    partners.push(await make('/v1/partners', { name, vatNumber: `DE81156987${index}` }))
  const groups = [await make('/v1/categorization/groups', { name: 'G1' })]
  groups.push(await make('/v1/categorization/groups', { name: 'G2' }))
  const tags: string[] = []
  for (const name of ['T1', 'T2']) tags.push(await make(`/v1/categorization/groups/${groups[1]}/tags`, { name }))

  const requests: string[] = []
  const complaints = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  const shelf = await open({
    address: `${base}/graphql`,
    authorization: `Bearer ${tenant.key}`,
    groupId: groups[1] ?? '',
    fetch: (input, init) => {
      requests.push(/\b(Story\w+)\b/.exec(String(init?.body))?.[1] ?? '')
      return fetch(input, init)
    },
  })
  const all = { webhooks, partners: ['P1', 'P2', 'P3'], tagGroups: ['G1', 'G2'], tags: ['T1', 'T2'] }
  try {
    await shelf.open()
    expect(namesIn(await shelf.kept())).toEqual(all)
    const steps: [Deletion, object, object][] = [
      ['deleteWebhook', { webhookId: webhook }, { webhooks: webhooks.slice(1) }],
      ['deletePartner', { partnerId: partners[0] }, { partners: ['P2', 'P3'] }],
      ['mergePartners', { partnerId: partners[1], duplicateId: partners[2] }, { partners: ['P2'] }],
      ['deleteTag', { tagId: tags[0] }, { tags: ['T2'] }],
      ['deleteTagGroup', { groupId: groups[0] }, { tagGroups: ['G2'] }],
    ]
    for (const [name, input, left] of steps) {
      await shelf.remove(name, input)
      Object.assign(all, left)
      expect([name, namesIn(await shelf.kept())]).toEqual([name, all])
    }
    expect(requests).toEqual(['StoryKeptQuery', ...steps.map(([name]) => operationOf(name))])
    expect(complaints.flatMap(({ mock }) => mock.calls)).toEqual([])
    expect(namesIn(await shelf.asked())).toEqual(all)
  } finally {
    for (const complaint of complaints) complaint.mockRestore()
    await shelf.close()
  }
}

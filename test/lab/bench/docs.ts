/** What the other routes lose by the Express scope of the reference: nothing, as it is encapsulated. */
import { startPostgres } from '../../support/servers.ts'
import type { Bench, Group } from './support/bench.ts'
import { type Variant, compare } from './support/load.ts'
import { startProduct } from './support/processes.ts'
import { bearer, connect, seedCompanies, seedTenant } from './support/seed.ts'

export default async ({ use, say }: Bench): Promise<Group[]> => {
  const database = await use(() => startPostgres())
  const [without, with_] = [
    await use(() => startProduct({ databaseUrl: database.url, reference: false })),
    await use(() => startProduct({ databaseUrl: database.url, reference: true })),
  ]
  const session = await connect(database.url)
  const tenant = await seedTenant(session, 'org_docs')
  await seedCompanies(session, tenant, 200)
  const [absent, present] = await Promise.all(
    [without, with_].map(async ({ url }) => (await fetch(`${url}/docs/`)).status),
  )
  if (absent !== 404 || present !== 200)
    throw new Error(`The reference answers ${absent} where it is left out and ${present} where it is not.`)

  const groups: Group[] = []
  for (const [path, requests] of [
    ['/health/liveness', [{ path: '/health/liveness' }]],
    ['/v1/companies', tenant.keys.map((key) => ({ path: '/v1/companies', headers: bearer(key) }))],
  ] as const) {
    say(`GET ${path} without and with the reference`)
    const variants: Variant[] = [
      { name: `GET ${path}, no /docs`, server: without, requests },
      { name: `GET ${path}, /docs in its Express scope`, server: with_, requests, least: 0.95 },
    ]
    groups.push({
      title: `Express scope: GET ${path}`,
      lines: await compare(variants, { rounds: 7, seconds: 2, warmSeconds: 3, connections: 32 }),
    })
  }
  return groups
}

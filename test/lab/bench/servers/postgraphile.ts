/** PostGraphile 5 with its own preset, behind Fastify, on the tables as they are. */
import { peer } from '../support/peers.ts'
import Fastify from 'fastify'

interface Grafserv {
  addTo(app: unknown): Promise<void>
}
interface Peers {
  postgraphile: { postgraphile(preset: object): { createServ(grafserv: unknown): Grafserv } }
  amber: { PostGraphileAmberPreset: object }
  adaptor: { makePgService(options: object): object }
  fastify: { grafserv: unknown }
}

const { postgraphile } = peer<Peers['postgraphile']>('postgraphile')
const { PostGraphileAmberPreset } = peer<Peers['amber']>('postgraphile/presets/amber')
const { makePgService } = peer<Peers['adaptor']>('postgraphile/adaptors/pg')
const { grafserv } = peer<Peers['fastify']>('grafserv/fastify/v4')

const served = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({ connectionString: process.env['DATABASE_URL'], schemas: ['public'], poolConfig: { max: 16 } }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, websockets: false },
  grafast: { explain: false },
}).createServ(grafserv)

const app = Fastify()
app.get('/alive', () => ({}))
await served.addTo(app)
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) })
process.on('SIGTERM', () => process.exit(0))

/** The server itself: where it listens, how much it serves, and who is let in. */
import { z } from 'zod'
import { flag, networks, origins, proxies, url, wholeNumber } from './forms.ts'
import { roleSetting } from './roles.ts'

export const serverSettings = {
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(4000),
  /** How clients reach this service; links and documentation addresses start with it. */
  BASE_URL: url('http', 'https').optional(),
  /** The name that own domains of organizations have to lead to; without it, the host of BASE_URL. */
  DOMAIN_TARGET: z
    .string()
    .regex(/^[a-z0-9.:-]{1,253}$/, 'expected a host name such as domains.example.com')
    .optional(),
  /** Who may ask which hosts get a certificate: callers from these networks, and those with the token. */
  DOMAIN_ASK_NETWORKS: networks.optional(),
  DOMAIN_ASK_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  /** Pages of which origins may read answers; `*` is every one. Answers never allow cookies. */
  CORS_ORIGINS: origins.default(['*']),
  /** /metrics asks for it as a bearer token, where it is set. */
  METRICS_TOKEN: z.string().min(16, 'at least 16 characters').optional(),
  /** /metrics is served there, and not at PORT, where it is set. */
  METRICS_PORT: wholeNumber(0, 65_535).optional(),
  SERVICE_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** The collector of OpenTelemetry that gets spans, without its /v1/traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  /** Which part of the requests and of the work is told to it, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  /** After SIGTERM: how long requests are still taken while balancers are told to choose another instance. */
  SHUTDOWN_DRAIN_MS: wholeNumber(0, 600_000).optional(),
  /** Most time that requests and attempts in flight get to finish after that. */
  SHUTDOWN_GRACE_MS: wholeNumber(100, 600_000).default(30_000),
  /** How many threads read and show large documents; without it, one less than there are cores. */
  HEAVY_THREADS: wholeNumber(1, 64).optional(),
  /** What one of them may hold, in megabytes. */
  HEAVY_MEMORY_MB: wholeNumber(128, 8_192).default(512),
  ROLE: roleSetting.default(['all']),
  /** How `ROLE=server,relay` was said before there were roles. */
  WORKERS: z.enum(['inline', 'off']).optional(),
  /** How long recorded requests are kept. */
  REQUEST_LOG_DAYS: wholeNumber(1, 3_650).default(30),
  /** How many events a live subscriber may leave unread before it is told to subscribe again. */
  SUBSCRIBER_BUFFER: wholeNumber(10, 100_000).default(5_000),
  /** Live subscriptions of one organization in one process, and its sockets. */
  LIVE_PER_ORGANIZATION: wholeNumber(1, 1_000_000).default(5_000),
  /** The same for one company, by keys that are bound to it: one company leaves room for the others. */
  LIVE_PER_COMPANY: wholeNumber(1, 1_000_000).default(500),
  /** Sockets from one address: offices and proxies share one. */
  SOCKETS_PER_ADDRESS: wholeNumber(1, 1_000_000).default(1_000),
  JWT_ISSUER: url('http', 'https').optional(),
  JWT_AUDIENCE: z.string().min(1).default('invoice-exchange'),
  /** Our client at the identity provider: with it, people sign in there on the consent page. */
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** How long the access token of an agent works, and how long it can be renewed after each renewal. */
  OAUTH_TOKEN_SECONDS: wholeNumber(60, 2_592_000).default(28_800),
  OAUTH_REFRESH_DAYS: wholeNumber(1, 365).default(30),
  INTROSPECTION: flag.optional(),
  /** Whether the schema is served as a subgraph. */
  GRAPHQL_FEDERATION: flag.default(false),
  /** A JSON file of documents that the operator trusts. */
  PERSISTED_OPERATIONS_FILE: z.string().min(1).optional(),
  /** Whether no other operation is accepted when there is such a file. */
  PERSISTED_OPERATIONS_ONLY: flag.default(true),
  /** How many trusted proxies stand in front, each of which adds to X-Forwarded-For; `true` is one. */
  TRUST_PROXY: proxies.default(0),
}

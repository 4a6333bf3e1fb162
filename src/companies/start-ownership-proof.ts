import { z } from 'zod'
import { OwnershipMethod } from '../generated/prisma/enums.ts'
import type { Prisma } from '../generated/prisma/client.ts'
import { refusal } from '../kernel/errors/app-error.ts'
import { type Upload, file } from '../kernel/input.ts'
import { type Preparation, operation } from '../operation/operation.ts'
import { MailRefused } from '../upstreams/mail/port.ts'
import type { RegistryEntity } from '../upstreams/registries/port.ts'
import { type CompanyRow, companyRef, visibleCompany } from './company.ts'
import {
  type ProofRow,
  hashOfCode,
  limit,
  masked,
  newCode,
  newToken,
  proofColumns,
  requireUnproved,
} from './ownership-proof.ts'
import { MINUTE_MS } from '../values/dates.ts'

const CODE_LIVES_MS = 30 * MINUTE_MS
const CODE_TRIES = 5
const RECORD_LIVES_MS = 3 * 24 * 60 * MINUTE_MS
const STARTS_AN_HOUR = 5
/** However many organizations claim a company: its mailbox is not to be flooded. */
const MAILS_AN_HOUR = 10
const MOST_MANDATE_BYTES = 2 * 1024 * 1024

interface NewProof {
  columns: Partial<Omit<Prisma.OwnershipProofUncheckedCreateInput, 'organizationId' | 'companyId' | 'method'>>
  code?: string
}

type Begin = (call: Preparation, company: CompanyRow, mandate: Upload | undefined) => Promise<NewProof>

const after = ({ platform }: Preparation, ms: number): Date => new Date(platform.clock.now().getTime() + ms)

/** What the registry tells, never what the caller says. */
const known = async (
  { platform, trace }: Preparation,
  { vatNumber }: CompanyRow,
  what: 'email' | 'domain',
): Promise<string> => {
  const entity: RegistryEntity = (await platform.upstreams.registries.byVat(trace, vatNumber)).entity
  const value = entity[what]
  if (value) return value
  const named = what === 'email' ? 'e-mail address' : 'domain'
  throw refusal('PROOF_UNAVAILABLE', 'method', `The registry has no ${named} of the company.`)
}

const sendCode = async (
  { platform, trace }: Preparation,
  { id, legalName, vatNumber, peppolId }: CompanyRow,
  to: string,
  code: string,
): Promise<void> => {
  // What the registry calls it: a stranger reads no words of the caller.
  const name = legalName ?? vatNumber
  const mail = {
    id: `${id}.${platform.clock.now().getTime()}`,
    to: [to],
    subject: `${code} – ${name}`,
    text:
      `Somebody wants to exchange electronic invoices in the name of ${name} (${peppolId}).\n\n` +
      `If that is you, this is the code: ${code}\nIt holds for ${CODE_LIVES_MS / MINUTE_MS} minutes.\n\n` +
      'If you know nothing of it, do nothing: without the code nothing happens.\n',
    attachments: [],
  }
  try {
    await platform.upstreams.mail.send(trace, mail)
  } catch (cause) {
    if (!(cause instanceof MailRefused)) throw cause
    throw refusal('PROOF_UNAVAILABLE', 'method', 'The e-mail address in the registry accepts no mail.', { cause })
  }
}

/** How each proof begins. */
const beginnings: Readonly<Record<OwnershipMethod, Begin>> = {
  async mail(call, company) {
    const address = await known(call, company, 'email')
    await limit(call, `mail ${company.peppolId}`, MAILS_AN_HOUR)
    const code = newCode()
    await sendCode(call, company, address, code)
    return {
      code,
      columns: {
        target: masked(address),
        codeHash: await hashOfCode(code),
        triesLeft: CODE_TRIES,
        expiresAt: after(call, CODE_LIVES_MS),
      },
    }
  },
  async dns(call, company) {
    const target = await known(call, company, 'domain')
    return { columns: { target, token: newToken(), expiresAt: after(call, RECORD_LIVES_MS) } }
  },
  mandate(_call, _company, mandate) {
    if (!mandate) throw refusal('MISSING_FIELD', 'mandate', 'Give the signed mandate, a PDF in base64.')
    const { bytes } = mandate
    if (bytes.byteLength > MOST_MANDATE_BYTES)
      throw refusal('PAYLOAD_TOO_LARGE', 'mandate', 'A mandate may have at most 2 MB.')
    if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '%PDF-')
      throw refusal('UNREADABLE_FILE', 'mandate', 'The mandate is not a PDF.')
    return Promise.resolve({ columns: { mandate: new Uint8Array(bytes), mandateName: mandate.fileName } })
  },
  operator: () => Promise.resolve({ columns: {} }),
}

/** A proof that was started before ends with all it had. */
const AT_FIRST = {
  status: 'open',
  target: null,
  codeHash: null,
  token: null,
  triesLeft: 0,
  mandate: null,
  mandateName: null,
  rejection: null,
  expiresAt: null,
  decidedAt: null,
} as const

export const startOwnershipProof = operation({
  name: 'startOwnershipProof',
  summary:
    'Starts a proof that a company owns its participant id: by a code to its e-mail address in the registry, by ' +
    'a DNS ' +
    'record of its domain in the registry, by a signed mandate, or by the operator of the server.',
  scope: 'companies.write',
  writes: true,
  input: z
    .strictObject({
      companyId: companyRef,
      method: z.enum(OwnershipMethod).meta({ graphql: 'OwnershipMethod' }).describe('Method of the proof.'),
      mandate: file.optional().describe('For `mandate`: the signed mandate, a PDF of at most 2 MB in base64.'),
    })
    .meta({ examples: [{ method: 'dns' }] }),
  errors: [
    'COMPANY_NOT_FOUND',
    'CONFLICT',
    'PROOF_UNAVAILABLE',
    'MISSING_FIELD',
    'PAYLOAD_TOO_LARGE',
    'UNREADABLE_FILE',
    'RATE_LIMITED',
    'VAT_NOT_FOUND',
    'VAT_INACTIVE',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  async prepare(call, { companyId: ref, method, mandate }) {
    const company = await visibleCompany(call.db, call.actor, ref)
    requireUnproved(company)
    await limit(call, `start ${company.id}`, STARTS_AN_HOUR)
    return { company, proof: await beginnings[method](call, company, mandate) }
  },
  async run({ db, now, platform: { env } }, { method }, { company, proof: { columns, code } }): Promise<ProofRow> {
    const { organizationId, id: companyId } = company
    const key = { organizationId, companyId, method }
    const row = { ...AT_FIRST, ...columns, startedAt: now }
    const proof = await db.ownershipProof.upsert({
      where: { organizationId_companyId_method: key },
      create: { ...key, ...row },
      update: row,
      select: proofColumns,
    })
    // Where no mail leaves the machine, nobody could read it.
    const stays = env.SERVICE_MODE === 'sandbox' && env.SMTP_URL === undefined
    return { ...proof, sandboxCode: stays ? (code ?? null) : null }
  },
})

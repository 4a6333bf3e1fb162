import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/kernel/clock.ts'
import { SettingsError, readEnv } from '../../src/kernel/env.ts'
import { rolesOf } from '../../src/kernel/env/roles.ts'
import { openPlatform } from '../../src/app/compose.ts'
import type { Platform } from '../../src/operation/platform.ts'
import { newTrace } from '../../src/kernel/trace.ts'
import { TransportFailure } from '../../src/upstreams/access-point/port.ts'
import { testDatabase } from '../support/database.ts'
import { outgoing } from '../support/envelope.ts'
import { TOKEN, startFakeAccessPoint } from '../support/fake-access-points.ts'

const faultsOf = (settings: Record<string, string>): string => {
  try {
    readEnv(settings)
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return error instanceof Error ? error.message : ''
  }
}

const real = { ACCESS_POINT: 'phoss', ACCESS_POINT_URL: 'https://ap.example', ACCESS_POINT_TOKEN: 't' }

const live = {
  ...real,
  SERVICE_MODE: 'live',
  DATABASE_URL: 'postgresql://x/y',
  SECRETS_KEY: `${'k'.repeat(32)},${'o'.repeat(40)}`,
}

describe('the settings', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, ['server', 'worker', 'relay']],
    [{ WORKERS: 'off' }, ['server', 'relay']],
    [{ ROLE: 'worker, relay', DATABASE_URL: 'postgresql://x/y' }, ['worker', 'relay']],
  ])('%j is a process with the roles %j', (given, roles) => {
    expect(rolesOf(readEnv(given))).toEqual(roles)
  })

  test.each<[Record<string, string>, string]>([
    [
      { SERVICE_MODE: 'live', DATABASE_URL: 'postgresql://x/y' },
      'ACCESS_POINT: SERVICE_MODE=live requires a real access point: phase4 or phoss',
    ],
    [{ ...real, SERVICE_MODE: 'live' }, 'DATABASE_URL: SERVICE_MODE=live requires a PostgreSQL server'],
    [{ ACCESS_POINT: 'phase4', ACCESS_POINT_TOKEN: 't' }, 'ACCESS_POINT_URL: is required with'],
    [{ ACCESS_POINT: 'phoss', ACCESS_POINT_URL: 'https://ap.example' }, 'ACCESS_POINT_TOKEN: is required with'],
    [{ ACCESS_POINT: 'oxalis' }, 'ACCESS_POINT: Invalid option'],
    [{ ACCESS_POINT_URL: 'https://ap.example' }, 'ACCESS_POINT_URL: has no effect with ACCESS_POINT=sandbox'],
    [
      { ...real, ACCESS_POINT_URL: 'ftp://ap.example' },
      'ACCESS_POINT_URL: expected an address that starts with http:// or https://',
    ],
    [{ ...real, ACCESS_POINT_CERT_FILE: 'a.pem' }, 'ACCESS_POINT_KEY_FILE: goes together with ACCESS_POINT_CERT_FILE'],
    [{ ...real, ACCESS_POINT_TIMEOUT_MS: '0' }, 'ACCESS_POINT_TIMEOUT_MS'],
    [{ S3_ENDPOINT: 'http://127.0.0.1:9000' }, 'S3_ENDPOINT: has no effect without S3_BUCKET'],
    [{ S3_BUCKET: 'invoices', S3_ACCESS_KEY_ID: 'a' }, 'S3_SECRET_ACCESS_KEY: goes together with S3_ACCESS_KEY_ID'],
    [{ DATABASE_DIRECT_URL: 'postgresql://x/y' }, 'DATABASE_DIRECT_URL: has no effect without DATABASE_URL'],
    [
      { DATABASE_URL: 'mysql://x/y' },
      'DATABASE_URL: expected an address that starts with postgresql:// or postgres://',
    ],
    [{ DATABASE_URL: 'postgresql://x:1,:2/y' }, 'DATABASE_URL: expected an address that starts with'],
    [
      { DATABASE_URL: 'postgresql://x,y/z?target_session_attrs=standby' },
      'DATABASE_URL: target_session_attrs can only be read-write or primary',
    ],
    [{ DATABASE_URL: 'postgresql://x/y', ROLE: 'server,boss' }, 'ROLE.1: expected server, worker, relay, all'],
    [{ ROLE: 'server' }, 'ROLE: several processes require DATABASE_URL'],
    [
      { DATABASE_URL: 'postgresql://x/y', ROLE: 'server', WORKERS: 'off' },
      'WORKERS: has no effect beside ROLE, which says more',
    ],
    [{ DIRECTORY: 'peppol' }, 'SMP_TRUST_FILE: is required with DIRECTORY=peppol'],
    [{ SMP_TRUST_FILE: 'ca.pem' }, 'SMP_TRUST_FILE: has an effect only with DIRECTORY=peppol'],
    [{ ...live, DIRECTORY: 'loopback' }, 'DIRECTORY: SERVICE_MODE=live looks up participants on the network'],
    [
      { DIRECTORY: 'peppol', SMP_TRUST_FILE: 'ca.pem', SML_DNS: 'ns.example.com' },
      'SML_DNS.0: expected addresses such as 10.0.0.2',
    ],
    [{ SML_ZONE: 'https://sml.example' }, 'SML_ZONE: expected a name such as'],
    [
      { ...live, DIRECTORY: 'peppol', SMP_TRUST_FILE: 'ca.pem', DIRECTORY_ALLOW_PRIVATE: 'true' },
      'DIRECTORY_ALLOW_PRIVATE: is allowed only in tests and the sandbox',
    ],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM: goes together with SMTP_URL'],
    [
      { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' },
      'SMTP_URL: expected an address that starts with smtp:// or smtps://',
    ],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, 'MAIL_FROM: expected an address such as'],
    [
      { ...real, SERVICE_MODE: 'live', DATABASE_URL: 'postgresql://x/y' },
      'SECRETS_KEY: SERVICE_MODE=live requires a key',
    ],
    [{ SECRETS_KEY: 'short' }, 'SECRETS_KEY.0: each key must have at least 32 characters'],
    [{ SECRETS_KEY: `${'k'.repeat(32)},short` }, 'SECRETS_KEY.1: each key must have at least 32 characters'],
    [{ ...live, WEBHOOK_ALLOW_PRIVATE: 'true' }, 'WEBHOOK_ALLOW_PRIVATE: is allowed only in tests and the sandbox'],
    [{ WEBHOOK_DNS: 'dns.example' }, 'WEBHOOK_DNS.0: expected addresses such as 10.0.0.2'],
  ])('the settings %o are refused with what is wrong', (settings, fault) => expect(faultsOf(settings)).toContain(fault))

  test.each<[Record<string, string>]>([
    [{}],
    [real],
    [live],
    [{ WEBHOOK_DNS: '10.0.0.2, [fd00::2]:53' }],
    [{ ...real, ACCESS_POINT: 'phase4', ACCESS_POINT_CERT_FILE: 'a.pem', ACCESS_POINT_KEY_FILE: 'a.key' }],
    [{ S3_BUCKET: 'invoices' }],
    [{ SMTP_URL: 'smtps://u:p@mail.example:465', MAIL_FROM: 'Invoices <invoices@example.com>' }],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'invoices@example.com' }],
  ])('the settings %o are accepted', (settings) => expect(faultsOf(settings)).toBe(''))
})

describe('a platform with a real access point', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  const open = async (settings: Record<string, string>): Promise<Platform> => {
    const platform = await openPlatform(readEnv({ PORT: '0', LOG_LEVEL: 'silent', WORKERS: 'off', ...settings }), {
      database: await testDatabase(),
    })
    closing.push(() => platform.close())
    return platform
  }

  test.each(['phase4', 'phoss'] as const)('a platform with a real access point sends by %s', async (product) => {
    const fake = await startFakeAccessPoint(product)
    closing.push(() => fake.close())
    const platform = await open({ ACCESS_POINT: product, ACCESS_POINT_URL: `${fake.url}/`, ACCESS_POINT_TOKEN: TOKEN })
    const trace = newTrace(systemClock.now(), null)
    const message = outgoing()
    expect(await platform.upstreams.accessPoint.send(trace, message)).toMatchObject({
      outcome: 'accepted',
      confirmed: true,
    })
    expect([...fake.taken]).toEqual([[message.instanceId, 1]])
    expect(trace.upstreamCalls).toMatchObject([
      { upstream: 'access-point', call: `send ${message.instanceId}`, outcome: 'ok' },
    ])
  })

  test('a platform asks its access point no longer than the time limit', async () => {
    const fake = await startFakeAccessPoint('phoss')
    closing.push(() => fake.close())
    const platform = await open({
      ACCESS_POINT: 'phoss',
      ACCESS_POINT_URL: fake.url,
      ACCESS_POINT_TOKEN: TOKEN,
      ACCESS_POINT_TIMEOUT_MS: '150',
    })
    fake.next('silent')
    const failure = await platform.upstreams.accessPoint
      .send(newTrace(systemClock.now(), null), outgoing())
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(TransportFailure)
    expect(failure).toMatchObject({ arrived: 'unknown', message: expect.stringContaining('150 ms') })
  })

  test.each([
    ['contains no certificate in PEM form', 'nothing'],
    ['contains a certificate that cannot be read', '-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n'],
  ])('a platform does not start with a trust file that %s', async (fault, content) => {
    const folder = await mkdtemp(join(tmpdir(), 'trust-'))
    closing.push(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'ca.pem'), content)
    const database = await testDatabase()
    const starting = openPlatform(
      readEnv({ LOG_LEVEL: 'silent', WORKERS: 'off', DIRECTORY: 'peppol', SMP_TRUST_FILE: join(folder, 'ca.pem') }),
      { database },
    )
    await expect(starting).rejects.toThrow(`SMP_TRUST_FILE: the file ${join(folder, 'ca.pem')} ${fault}`)
  })

  test('a platform does not start with a certificate that cannot be read', async () => {
    const missing = fileURLToPath(new URL('./fixtures/tls/missing.pem', import.meta.url))
    const database = await testDatabase()
    const starting = openPlatform(
      readEnv({ ...real, LOG_LEVEL: 'silent', WORKERS: 'off', ACCESS_POINT_CA_FILE: missing }),
      { database },
    )
    await expect(starting).rejects.toThrow(`ACCESS_POINT_CA_FILE: the file ${missing} cannot be read`)
  })
})

import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { REPORT_DELAYS_SECONDS } from '../../src/compliance/send-report.ts'
import { readXml } from '../../src/formats/xml/tree.ts'
import { readCdar } from '../../src/formats/cdar/acknowledgement.ts'
import { profilesFor } from '../../src/rules/profiles-for.ts'
import { validate } from '../../src/rules/validate.ts'
import { type Body, type TestApp, startApp } from '../support/app.ts'
import { schemaErrors } from '../support/schemas.ts'
import { hasShared } from '../support/shared.ts'
import { Trade } from '../support/trade.ts'
import { storedBytes } from '../support/stored-bytes.ts'
import { until } from '../support/until.ts'
import { dayOf } from '../../src/values/dates.ts'

let app: TestApp
let french: Trade
beforeAll(async () => {
  app = await startApp({ PPF_TIMEOUT_MS: '3000' })
  french = await Trade.between(app, 'FR')
})
afterAll(() => app.close())

const reportsOf = (documentId: string): Promise<Body[]> =>
  app.platform.db.client.complianceReport.findMany({ where: { documentId }, orderBy: { id: 'asc' } })
const told = async (documentId: string): Promise<Body[]> =>
  (await reportsOf(documentId)).map(({ frenchStatus, status, errorCode }) => [frenchStatus, status, errorCode])

describe('a French story', () => {
  test(
    'a French invoice is seen alike on both sides, announced in order, reported where law asks',
    { tags: 'heavy' },
    async () => {
      const { sent, received } = await french.exchange()
      const { supplier, buyer } = french
      const steps: [who: typeof supplier, id: string, update: object][] = [
        [buyer, received, { status: 'under_review' }],
        [
          buyer,
          received,
          {
            status: 'disputed',
            reasonCode: 'TX_TVA_ERR',
            reason: 'Taux de TVA erroné',
            requestedAction: 'NIN',
            corrections: [{ term: 'BT-152', path: 'lines[0].vatRate', current: '20.00', expected: '10.00' }],
          },
        ],
        [buyer, received, { status: 'approved' }],
        [buyer, received, { status: 'paid', paymentDate: '2026-11-21', paymentReference: 'VIR-2026-1' }],
        [supplier, sent, { status: 'paid', paymentDate: '2026-11-22', paymentAmount: 1200, paymentCurrency: 'EUR' }],
      ]
      for (const [who, id, update] of steps) {
        expect(await french.move(who, id, update)).toMatchObject({ status: 200 })
        app.clock.advance(60_000)
        await french.settle()
      }
      expect(await french.statuses(supplier, sent)).toEqual([
        '200',
        '201',
        '202',
        '203',
        '204',
        '207',
        '205',
        '211',
        '212',
      ])
      expect(await french.statuses(buyer, received)).toEqual(['202', '203', '204', '207', '205', '211', '212'])
      const dispute = (await french.log(supplier, sent)).events.find(({ frenchStatus }: Body) => frenchStatus === '207')
      expect(dispute).toMatchObject({
        party: 'buyer',
        motif: 'TX_TVA_ERR',
        reason: 'Taux de TVA erroné',
        requestedAction: 'NIN',
        corrections: [{ term: 'BT-152', path: 'lines[0].vatRate', current: '20.00', expected: '10.00' }],
      })
      const of = async (who: typeof supplier, id: string, type: string) =>
        (await french.events(who, id)).filter((event) => event.type === type)
      expect((await of(supplier, sent, 'lifecycle.updated')).map(({ currentStatus }) => currentStatus)).toEqual([
        'issued',
        'issued',
        'under_review',
        'disputed',
        'approved',
        'paid',
        'paid',
      ])
      expect((await of(buyer, received, 'lifecycle.updated')).map(({ currentStatus }) => currentStatus)).toEqual([
        'under_review',
        'disputed',
        'approved',
        'paid',
        'paid',
      ])
      expect(
        (await french.events(supplier, sent)).map(({ type }) => type).filter((type) => type.startsWith('document.')),
      ).toEqual(['document.sent', 'document.delivered', 'document.updated', 'document.updated'])
      expect((await french.events(buyer, received))[0]).toMatchObject({ type: 'document.received' })
      const reported = (await french.events(supplier, sent))
        .map(({ type }, index) => (type === 'compliance.reported' ? index : -1))
        .filter((index) => index >= 0)
      const collected = (await french.events(supplier, sent)).findLastIndex(({ type }) => type === 'lifecycle.updated')
      expect(reported.map((index) => index > collected)).toEqual([false, true])
      expect(await told(sent)).toEqual([
        ['200', 'reported', null],
        ['212', 'reported', null],
      ])
      expect(await told(received)).toEqual([])
    },
  )

  test('a refusal (210) is told to the portal by the platform of the buyer, and by nobody else', async () => {
    const { sent, received } = await french.exchange()
    expect(
      await french.move(french.buyer, received, {
        status: 'rejected',
        reasonCode: 'NON_CONFORME',
        reason: 'Mention manquante',
      }),
    ).toMatchObject({
      status: 200,
      body: { frenchStatus: '210', compliance: { reportedTo: 'PPF', status: 'pending' } },
    })
    await french.settle()
    expect(await told(received)).toEqual([['210', 'reported', null]])
    const reader = await french.buyer.keyWith(['documents.read'])
    const { data, errors } = await reader.graphql(
      'query($id: ID!) { documentLifecycle(documentId: $id) { updatedAt compliance { reportedTo status ' +
        'nextCheckAt } } }',
      { id: received },
    )
    expect({ data, errors }).toEqual({
      data: {
        documentLifecycle: {
          updatedAt: (await french.log(french.buyer, received)).updatedAt,
          compliance: [{ reportedTo: 'PPF', status: 'REPORTED', nextCheckAt: null }],
        },
      },
      errors: undefined,
    })
    expect(await told(sent)).toEqual([['200', 'reported', null]])
    expect(await french.log(french.supplier, sent)).toMatchObject({
      currentStatus: 'rejected',
      frenchStatus: '210',
      currentStatusReason: { code: 'NON_CONFORME', reason: 'Mention manquante' },
    })
  })

  test(
    'a French document on hold goes on when its supplier completes it (209) by document or note',
    { tags: 'heavy' },
    async () => {
      const hold = async (received: string): Promise<void> => {
        await french.move(french.buyer, received, { status: 'disputed', reasonCode: 'suspended' })
        await french.settle()
      }
      const { sent, received } = await french.exchange()
      const { sent: proof } = await french.exchange()
      const act = (id: string, more: object) =>
        french.supplier.post(`/v1/documents/${id}/actions`, { action: 'link', ...more })
      expect(await act(sent, { note: 'Not on hold' })).toMatchObject({
        status: 400,
        body: { error: { code: 'MISSING_FIELD' } },
      })
      await hold(received)
      expect(await act(sent, { relatedDocumentId: proof })).toMatchObject({
        status: 200,
        body: {
          changes: [
            { field: 'links', to: proof },
            { field: 'lifecycleStatus', from: 'disputed', to: 'under_review' },
          ],
        },
      })
      await french.settle()
      expect(await french.log(french.buyer, received)).toMatchObject({
        currentStatus: 'under_review',
        frenchStatus: '209',
      })
      expect((await french.log(french.buyer, received)).events.at(-1)).toMatchObject({
        party: 'supplier',
        amounts: [{ kind: 'MAJ', amount: 1200 }],
      })
      await hold(received)
      expect(await act(sent, { note: 'The delivery note is attached' })).toMatchObject({
        status: 200,
        body: { changes: [{ field: 'lifecycleStatus' }] },
      })
      await french.settle()
      expect((await french.log(french.buyer, received)).events.at(-1)).toMatchObject({
        frenchStatus: '209',
        note: 'The delivery note is attached',
      })
      expect(await act(received, { note: 'x' })).toMatchObject({ status: 404 })
    },
  )

  test('a French document rejected on its way ends with 213, and one whose transport fails with 221', async () => {
    const failing = async (to: string) =>
      (await french.supplier.post('/v1/documents/send', french.body({}, { to }))).body.id
    const rejected = await failing('0225:000000420')
    app.clock.advance(1_000)
    await french.settle()
    expect(await french.log(french.supplier, rejected)).toMatchObject({
      currentStatus: 'rejected',
      frenchStatus: '213',
      currentStatusReason: { code: 'REJ_SEMAN' },
      allowedTransitions: [],
    })
    expect(await told(rejected)).toEqual([
      ['200', 'reported', null],
      ['213', 'reported', null],
    ])
    const timeline = (await french.supplier.get(`/v1/documents/${rejected}/timeline`)).body.data.filter(
      ({ source }: Body) => ['request', 'attempt', 'status'].includes(source),
    )
    expect(timeline.map(({ source, data }: Body) => `${source} ${data.frenchStatus ?? ''}`.trim())).toEqual([
      'request',
      'status',
      'status 200',
      'attempt',
      'status 213',
    ])
    expect(timeline.at(-1).text).toMatch(/[^.]\.$/)
  })
})

describe('what the portal is told', () => {
  const expectReportsInEdition = async (edition: '1.3' | '1.4', portal: string): Promise<void> => {
    const other = edition === '1.3' ? app : await startApp({ FRENCH_EDITION: edition })
    const trade = edition === '1.3' ? french : await Trade.between(other, 'FR')
    const { sent } = await trade.exchange()
    await trade.move(trade.supplier, sent, { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 })
    const refused = await trade.exchange()
    await trade.move(trade.buyer, refused.received, { status: 'rejected', reasonCode: 'LEG', reason: 'No SIREN' })
    const turnedDown = (await trade.supplier.post('/v1/documents/send', trade.body({}, { to: '0225:000000420' }))).body
      .id
    await trade.settle()
    const { client } = other.platform.db
    const documents = [sent, refused.received, turnedDown]
    const reports = await client.complianceReport.findMany({
      where: { documentId: { in: documents } },
      orderBy: { id: 'asc' },
    })
    expect(reports.map(({ frenchStatus }) => frenchStatus).toSorted()).toEqual(['200', '200', '210', '212', '213'])
    for (const { frenchStatus, documentId, ...report } of reports) {
      const xml = (await storedBytes(other, report)).toString()
      const root = readXml(xml)
      expect([
        ...validate(root, profilesFor(root), { france: edition }).flatMap(({ findings }) =>
          findings.map(({ rule }) => rule),
        ),
        ...(hasShared ? schemaErrors(xml) : []),
      ]).toEqual([])
      const said = readCdar(xml).document
      expect(said).toMatchObject({
        specification: 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2',
        recipients: [{ identifiers: [{ scheme: '0238', value: portal }], role: 'DFH' }],
        references: [
          {
            status: frenchStatus,
            seller: { identifiers: [{ scheme: '0002', value: trade.from.peppolId.slice(5) }] },
          },
        ],
      })
      expect(said.process).toBeUndefined()
      expect(documents).toContain(documentId)
    }
    if (other !== app) await other.close()
  }

  test('the portal is told by a valid CDAR of its own kind to it alone, in edition 1.3', () =>
    expectReportsInEdition('1.3', '9998'))

  test('the portal is told by a valid CDAR of its own kind to it alone, in edition 1.4', { tags: 'heavy' }, () =>
    expectReportsInEdition('1.4', '0000'),
  )

  test('with a deposit the portal gets the invoice, and with any other status the status alone', async () => {
    const { sent } = await french.exchange()
    await french.move(french.supplier, sent, { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 })
    await french.settle()
    expect(
      (await reportsOf(sent)).map(({ platformResponse }) => platformResponse.flux.map(({ type }: Body) => type)),
    ).toEqual([['CDV', 'F1'], ['CDV']])
  })

  test(
    'a company that says so has a collection told only where the VAT is due when it is paid',
    { tags: 'heavy' },
    async () => {
      const trade = await Trade.between(app, 'FR')
      const told212 = async (document: object): Promise<boolean> => {
        const { sent } = await trade.exchange(document)
        const paid = { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 }
        const foreseen = await trade.move(trade.supplier, sent, { ...paid, dryRun: true })
        expect((await trade.move(trade.supplier, sent, paid)).body.frenchStatus).toBe('212')
        await trade.settle()
        const isTold = (await reportsOf(sent)).some(({ frenchStatus }) => frenchStatus === '212')
        expect(foreseen.body.compliance !== null).toBe(isTold)
        return isTold
      }
      const goods = { businessProcess: 'B1' }
      expect(await told212(goods)).toBe(true)
      const company = `/v1/companies/${trade.from.id}`
      expect(await trade.supplier.patch(company, { settings: { collectionReporting: 'some' } })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'settings' }] } },
      })
      expect(
        (await trade.supplier.patch(company, { settings: { collectionReporting: 'vat_on_collection' } })).status,
      ).toBe(200)
      expect([
        await told212(goods),
        await told212({ businessProcess: 'S1' }),
        await told212({ businessProcess: 'M1' }),
        // The option for debits: the VAT of services is due with the invoice.
        await told212({ businessProcess: 'S1', taxPointCode: '3' }),
        await told212({ businessProcess: 'B1', taxPointCode: '432' }),
      ]).toEqual([false, true, true, false, true])
    },
  )

  test.each(['00025', '00058'])(
    'a report is refused on demand with %s, once and for all, and its event says why',
    async (code) => {
      const { sent } = await french.exchange({ number: `T-REFUSED-${code}` })
      await french.settle()
      expect(await told(sent)).toEqual([['200', 'failed', code]])
      expect(
        (await french.events(french.supplier, sent)).filter(({ type }) => type === 'compliance.reported'),
      ).toMatchObject([
        {
          reportedTo: 'PPF',
          status: 'failed',
          frenchStatus: '200',
          error: { code, message: expect.stringMatching(/./) },
        },
      ])
      expect((await french.supplier.get(`/v1/companies/${french.from.id}`)).body.compliance.FR.lastError).toMatchObject(
        {
          code,
        },
      )
    },
  )

  test('what is announced of a document names its French status, and a report that was taken has no error', async () => {
    const { sent } = await french.exchange()
    await french.settle()
    const announced = await french.events(french.supplier, sent)
    // Deposited and made available: the business status is the same.
    expect(
      announced
        .filter(({ type }) => type === 'lifecycle.updated')
        .map(({ currentStatus, frenchStatus }) => [currentStatus, frenchStatus]),
    ).toEqual([
      ['issued', '200'],
      ['issued', '203'],
    ])
    expect(announced.filter(({ type }) => type === 'compliance.reported')).toMatchObject([
      { status: 'reported', frenchStatus: '200', error: null },
    ])
  })

  test('nothing is reported where reporting is off, and settings that say neither on nor off are refused', async () => {
    const quiet = await Trade.between(app, 'FR')
    expect(
      await quiet.supplier.patch(`/v1/companies/${quiet.from.id}`, { settings: { autoReporting: 'no' } }),
    ).toMatchObject({ status: 400, body: { error: { details: [{ field: 'settings' }] } } })
    expect(
      await quiet.supplier.patch(`/v1/companies/${quiet.from.id}`, { settings: { autoReporting: { FR: false } } }),
    ).toMatchObject({ status: 200 })
    const { sent } = await quiet.exchange()
    expect(
      await quiet.move(quiet.supplier, sent, { status: 'paid', paymentDate: '2026-11-21', paymentAmount: 1200 }),
    ).toMatchObject({ body: { frenchStatus: '212', compliance: null } })
    expect(await reportsOf(sent)).toEqual([])
  })
})

describe('the views', () => {
  test('the views list, filter and count reports by company, country, status and day', { tags: 'heavy' }, async () => {
    const trade = await Trade.between(app, 'FR')
    await trade.exchange()
    await trade.exchange({ number: 'V-00058' })
    await trade.settle()
    const get = async (path: string) => (await trade.supplier.get(path)).body.data
    expect(
      (await get('/v1/compliance/reports')).map(({ status, error, frenchStatus, reportedTo }: Body) => [
        status,
        error?.code ?? null,
        frenchStatus,
        reportedTo,
      ]),
    ).toEqual([
      ['failed', '00058', '200', 'PPF'],
      ['reported', null, '200', 'PPF'],
    ])
    expect(await get('/v1/compliance/reports?status=failed')).toHaveLength(1)
    expect(await get(`/v1/compliance/reports?country=IT`)).toEqual([])
    expect(await get(`/v1/compliance/reports?companyId=${trade.from.id}&country=FR`)).toHaveLength(2)
    expect(await get('/v1/compliance/reports?from=2099-01-01')).toEqual([])
    expect(await get('/v1/compliance/reports?to=2001-01-01')).toEqual([])
    const { body: ofOne } = await trade.supplier.get(`/v1/compliance/status?companyId=${trade.from.id}&country=FR`)
    expect([ofOne]).toEqual(await get('/v1/compliance/status'))
    expect(await get('/v1/compliance/status')).toMatchObject([
      {
        companyId: trade.from.id,
        country: 'FR',
        platform: 'PPF',
        status: 'active',
        automatic: true,
        reports: { pending: 0, reported: 1, failed: 1 },
        lastError: { code: '00058' },
      },
    ])
    const { data } = await trade.supplier.graphql(
      '{ complianceByDay { day pending reported failed } complianceReports(status: FAILED) { totalCount ' +
        'nodes { errorCode platformReference document { number } } } complianceStatus { totalCount nodes { ' +
        'reports { failed } } } }',
    )
    expect(data.complianceByDay).toHaveLength(30)
    expect(data.complianceByDay.at(-1)).toEqual({
      day: dayOf(app.clock.now()),
      pending: 0,
      reported: 1,
      failed: 1,
    })
    expect(data).toMatchObject({
      complianceReports: { totalCount: 1, nodes: [{ errorCode: '00058', document: { number: 'V-00058' } }] },
      complianceStatus: { totalCount: 1, nodes: [{ reports: { failed: 1 } }] },
    })
  })
  test('the views tell where companies stand page by page, each with its own counts', async () => {
    const trade = await Trade.between(app, 'FR')
    await trade.exchange()
    await trade.settle()
    for (const vatNumber of ['FR88324872211', 'IT00743110157', 'BE0403019261'])
      await trade.supplier.post('/v1/companies', { vatNumber })
    const seen: Body[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const { body }: Body = await trade.supplier.get(`/v1/compliance/status?limit=1${cursor && `&cursor=${cursor}`}`)
      expect(body.data.length).toBeLessThanOrEqual(1)
      seen.push(...body.data)
      cursor = body.cursor
    }
    const whole = (await trade.supplier.get('/v1/compliance/status')).body
    expect(whole).toEqual({ data: seen, hasMore: false, cursor: null })
    expect(seen.filter(({ companyId }) => companyId === trade.from.id)).toMatchObject([{ reports: { reported: 1 } }])
    expect(
      seen
        .filter(({ companyId }) => companyId !== trade.from.id)
        .map(({ country, reports }) => [country, reports.reported]),
    ).toEqual(expect.arrayContaining([['IT', 0]]))
    expect(seen.map(({ country }) => country)).not.toContain('BE')
    const statements = await app.statements(() => trade.supplier.get('/v1/compliance/status'))
    expect(statements.length).toBeLessThanOrEqual(
      (await app.statements(() => trade.supplier.get('/v1/compliance/status?limit=1'))).length,
    )
  })
  test('the views show nothing of Belgium', async () => {
    const trade = await Trade.between(app, 'BE')
    const { sent } = await trade.exchange()
    await trade.move(trade.supplier, sent, { status: 'paid', paymentDate: '2026-11-21' })
    await trade.settle()
    expect((await trade.supplier.get('/v1/compliance/status')).body).toEqual({ data: [], hasMore: false, cursor: null })
    expect((await trade.supplier.get(`/v1/compliance/status?companyId=${trade.from.id}&country=FR`)).body).toEqual({
      companyId: trade.from.id,
      country: 'FR',
      platform: null,
      status: 'not_required',
      obligations: [],
    })
    expect((await trade.supplier.get('/v1/compliance/reports')).body.data).toEqual([])
    expect((await trade.supplier.get(`/v1/companies/${trade.from.id}`)).body.compliance).toEqual({})
  })
  test('a change of a company cannot set what the authority has told', async () => {
    const { body } = await french.supplier.patch(`/v1/companies/${french.from.id}`, {
      compliance: { FR: { status: 'not_registered', lastReportAt: null, directoryLine: '324872211_ACHATS' } },
    })
    expect(body.compliance.FR).toMatchObject({ platform: 'PPF', directoryLine: '324872211_ACHATS' })
    expect(body.compliance.FR.lastReportAt).not.toBeNull()
  })
})

// Last: it opens the circuit of the portal.
describe('a portal that is down', () => {
  test('a report to a portal that is down is tried again within the day, and given up after it', async () => {
    const { sent } = await french.exchange({ number: 'T-DOWN-00503' })
    const [pending] = await reportsOf(sent)
    expect(pending).toMatchObject({ status: 'pending', attempts: 1, errorCode: 'UPSTREAM_UNAVAILABLE' })
    expect(pending.nextCheckAt.getTime()).toBeGreaterThan(app.clock.now().getTime())
    let tries = 1
    for (
      let report = pending;
      report.status === 'pending' && tries < 20;
      [report] = await reportsOf(sent), tries += 1
    ) {
      expect(report.nextCheckAt.getTime()).toBeLessThanOrEqual(report.dueBy.getTime())
      app.clock.advance(report.nextCheckAt.getTime() - app.clock.now().getTime() + 1_000)
      await french.settle()
    }
    expect((await reportsOf(sent))[0]).toMatchObject({
      status: 'failed',
      errorCode: 'UPSTREAM_UNAVAILABLE',
      nextCheckAt: null,
    })
    expect((await french.supplier.get(`/v1/companies/${french.from.id}`)).body.compliance.FR).toMatchObject({
      platform: 'PPF',
      status: 'error',
    })
    expect(
      (await french.events(french.supplier, sent)).filter(({ type }) => type === 'compliance.reported'),
    ).toMatchObject([{ status: 'failed' }])
  })

  // Citus takes no triggers.
  describe.skipIf(inject('nodes').length > 1)('while the database has no room to record what became of it', () => {
    test.each([
      ['T-LAST-1', 'reported'],
      ['T-LAST-00503', 'failed'],
    ])('the last try of a report (%s) is made again, and it is told once as %s', async (number, status) => {
      const { client } = app.platform.db
      await client.$executeRaw`
        CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'no room' USING ERRCODE = 'disk_full'; END $$`
      const makeRoom = (): Promise<unknown> => client.$executeRaw`DROP FUNCTION IF EXISTS no_room CASCADE`
      onTestFinished(async () => void (await makeRoom()))
      await client.$executeRawUnsafe(
        `CREATE TRIGGER no_room BEFORE UPDATE ON compliance_reports
         FOR EACH ROW WHEN (NEW.status = '${status}') EXECUTE FUNCTION no_room()`,
      )
      const { sent } = await french.exchange({ number })
      const report = async (): Promise<Body> => (await reportsOf(sent))[0]
      const goOn = async (): Promise<void> => {
        const nextCheckAt = (await report()).nextCheckAt.getTime()
        app.clock.advance(Math.max(0, nextCheckAt - app.clock.now().getTime()) + 31_000)
        await french.settle()
      }
      const ended = async (): Promise<Body[]> =>
        (await french.events(french.supplier, sent)).filter(({ type }) => type === 'compliance.reported')
      for (let tries = 1; tries <= REPORT_DELAYS_SECONDS.length + 2; tries += 1) await goOn()
      expect(await report()).toMatchObject({ status: 'pending' })
      expect(await ended()).toEqual([])
      await makeRoom()
      await until(async () => {
        await goOn()
        return (await report()).status
      }, status)
      expect(await report()).toMatchObject({ status, nextCheckAt: null })
      expect(await ended()).toMatchObject([{ status }])
    })
  })
})

/** @module-tag browser */
import { describe, expect, test } from 'vitest'
import type { Body, Tenant, TestApp } from '../support/app.ts'
import { freshVat } from '../support/numbers.ts'
import { hasNoBrowser, inBrowser } from '../support/pages.ts'
import { SELLER_IBAN } from '../support/payments.ts'
import { Visits } from './page.ts'

describe.skipIf(hasNoBrowser)('companies and what they still need, in Chromium,', () => {
  let app: TestApp
  let visits: Visits
  let owner: Tenant
  let claimant: Tenant
  inBrowser.beforeAll(async ({ browser, site }) => {
    app = site.app
    visits = new Visits(browser, site.base)
    owner = await app.tenant('platform')
    claimant = await app.tenant('platform')
  })

  const company = async (who: Tenant, id: string): Promise<Body> => (await who.get(`/v1/companies/${id}`)).body

  test('what a company still needs is said in the language of the page, and its button leads to it', async () => {
    const id = String(owner.companyId)
    const address = { street: 'Rue 1', postalCode: '1000', city: 'Bruxelles', country: 'BE' }
    await owner.patch(`/v1/companies/${id}`, { address, settings: { defaultCurrency: 'SEK' } })
    expect((await company(owner, id)).requirements).toMatchObject([{ code: 'account' }])
    const page = await visits.visit(owner, '/companies', { language: 'fr' })
    await page.see('demandent à être payées sur celui-ci')
    expect(await page.words()).not.toMatch(/`|settings\.account|Give/)
    expect(await page.faults()).toEqual([])
    await page.press('Indiquer le compte')
    await page.fill('IBAN', SELLER_IBAN)
    await page.fill('Nom du titulaire', 'Atelier')
    expect(await page.faults()).toEqual([])
    await page.press('Enregistrer')
    await page.lose('demandent à être payées sur celui-ci')
    expect(await company(owner, id)).toMatchObject({
      requirements: [],
      settings: { defaultCurrency: 'SEK', account: { iban: SELLER_IBAN, name: 'Atelier' } },
    })
  })

  test('a page begins with the company that is chosen, else with the one last used, whatever is made meanwhile', async () => {
    const tenant = await app.tenant('platform')
    const { name: first } = await company(tenant, tenant.companyId)
    const { body: second } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    const page = await visits.visit(tenant, '/sandbox')
    await page.see(`The time of ${first}.`)
    await page.open('/compose')
    await page.choose('From', second.peppolId)
    const { body: third } = await tenant.post('/v1/companies', { vatNumber: freshVat() })
    await page.open('/sandbox')
    await page.see(`The time of ${second.name}.`)
    await page.open(`/sandbox?company=${third.id}`)
    await page.see(`The time of ${third.name}.`)
    expect(page.tab.complaints).toEqual([])
  })

  test('somebody proves that a company is theirs by the code that was sent to its address', async () => {
    const vatNumber = freshVat()
    await owner.post('/v1/companies', { vatNumber })
    await app.settle()
    const { body: claimed } = await claimant.post('/v1/companies', { vatNumber })
    expect(claimed.ownership.status).toBe('pending')
    const page = await visits.visit(claimant, '/companies')
    await page.see('neither sends nor receives')
    await page.press('Prove it')
    await page.choose('How it is proved', 'MAIL')
    expect(await page.faults()).toEqual([])
    await page.press('Continue')
    await page.see('A code was sent to')
    await page.fill('Code', '00000000')
    await page.press('Confirm')
    await page.see('This did not work')
    expect((await company(claimant, claimed.id)).ownership.status).toBe('pending')
    await page.press('Close')
    await page.press('Prove it')
    await page.choose('How it is proved', 'MAIL')
    await page.press('Continue')
    await page.see('A code was sent to')
    await page.press('Confirm')
    await page.lose('neither sends nor receives')
    expect((await company(claimant, claimed.id)).ownership).toMatchObject({ status: 'granted', proof: 'mail' })
  })

  test('a signed mandate is given as a PDF, and waits for the operator; another file is refused', async () => {
    const vatNumber = freshVat()
    await owner.post('/v1/companies', { vatNumber })
    await app.settle()
    const { body: claimed } = await claimant.post('/v1/companies', { vatNumber })
    const proofs = async (): Promise<Body[]> => (await claimant.get(`/v1/companies/${claimed.id}/ownership`)).body.data
    const page = await visits.visit(claimant, '/companies')
    await page.press('Prove it')
    await page.choose('How it is proved', 'MANDATE')
    await page.give('[name=mandate]', 'mandate.pdf', Buffer.from('not a PDF'))
    await page.press('Continue')
    await page.see('The mandate is not a PDF.')
    expect(await proofs()).toEqual([])
    await page.give('[name=mandate]', 'mandate.pdf', Buffer.from('%PDF-1.7\nsigned'))
    expect(await page.faults()).toEqual([])
    await page.press('Continue')
    await page.see('The operator of this server looks at it and decides.')
    expect(await proofs()).toMatchObject([{ method: 'mandate', status: 'open' }])
    expect((await company(claimant, claimed.id)).ownership.status).toBe('pending')
  })

  test('a key that may read companies alone is offered no change of them', async () => {
    const page = await visits.visit(await owner.keyWith(['companies.read', 'documents.read']), '/companies')
    await page.see('Network registration')
    for (const name of ['Edit', 'Letterhead', 'Add a company', 'Register now', 'Give the account'])
      expect(await page.words()).not.toContain(name)
    await page.go('/capabilities')
    await page.see('What others on the network see')
    expect(await page.tab.value(`document.querySelector('main input:not(:disabled)')`)).toBe(null)
    expect(await page.faults()).toEqual([])
  })

  test('no choice of a filter is cut, in either language, on screens of every width', async () => {
    for (const language of ['en', 'fr'] as const) {
      const page = await visits.visit(owner, '/inbox', { language })
      for (const width of [1440, 1024, 390]) {
        await page.size(width, 900)
        await page.tab.when(`innerWidth === ${width}`)
        if (width === 390) await page.press(language === 'en' ? 'Filters' : 'Filtres')
        const cut: string[] = await page.tab.value(`
          [...document.querySelectorAll('.filters select')].flatMap((one) => {
            const room = one.offsetWidth
            one.style.width = 'max-content'
            const needed = one.offsetWidth
            one.style.width = ''
            return needed > room ? [one.textContent] : []
          })`)
        expect({ language, width, cut }).toEqual({ language, width, cut: [] })
        const seen = '[...document.querySelectorAll(".filters select")].filter((one) => one.checkVisibility()).length'
        expect(await page.tab.value(seen)).toBe(2)
        const wide = await page.tab.value('document.documentElement.scrollWidth')
        expect(wide).toBeLessThanOrEqual(width)
      }
    }
  })
})

/** Somebody before the console, in a real browser: what they see, press and type, and what the browser says of it. */
import axe from 'axe-core'
import type { Body } from '../support/app.ts'
import type { Browser, Tab } from '../support/chromium.ts'
import { until } from '../support/until.ts'

const text = (value: unknown): string => JSON.stringify(value)

/** The element that people know by this name: a button, a link, a field or a row of a list of choices. */
const finding = (name: string): string => `
  (() => {
    const wanted = ${text(name)}
    const nameOf = (one) => one.getAttribute('aria-label') ??
      (one.labels?.[0]?.querySelector('.label') ?? one.labels?.[0])?.textContent ?? one.textContent
    const all = [...document.querySelectorAll('button, a, input, select, textarea, summary, [role=option]')]
    const seen = all.filter((one) => one.checkVisibility() && !one.closest('[inert], [aria-hidden=true]'))
    const dialog = seen.filter((one) => one.closest('[role=dialog]'))
    const among = dialog.length > 0 ? dialog : seen
    const named = among.map((one) => [one, (nameOf(one) ?? '').trim()])
    return (named.find(([, its]) => its === wanted) ?? named.find(([, its]) => its.startsWith(wanted)))?.[0]
  })()`

const keyCodes: Readonly<Record<string, number>> = { Escape: 27, ArrowDown: 40, ArrowUp: 38, Enter: 13, Tab: 9 }

export class ConsolePage {
  readonly tab: Tab
  readonly base: string
  constructor(tab: Tab, base: string) {
    this.tab = tab
    this.base = base
  }

  static async start(browser: Browser, base: string): Promise<ConsolePage> {
    const page = new ConsolePage(await browser.tab(), base)
    await page.tab.call('Network.enable')
    await page.size(1440, 900)
    return page
  }

  size(width: number, height: number): Promise<unknown> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 }
    return this.tab.call('Emulation.setDeviceMetricsOverride', metrics)
  }
  open(path: string): Promise<void> {
    return this.tab.open(`${this.base}/console${path}`)
  }
  /** Another page of the console, without loading it anew. */
  async go(path: string): Promise<void> {
    await this.tab.value(
      `history.pushState(null, '', ${text(`/console${path}`)}), dispatchEvent(new PopStateEvent('popstate'))`,
    )
  }
  /** As somebody who has pasted a key: it is in the storage of the tab. */
  async signIn(key: string): Promise<void> {
    await this.open('/inbox')
    await this.fill('API key', key)
    await this.press('Sign in')
    await this.see('Inbox')
  }
  words(): Promise<string> {
    return this.tab.value('document.body.innerText')
  }
  async see(wanted: string): Promise<void> {
    await until(async () => (await this.words()).includes(wanted)).catch(async (error: unknown) => {
      throw new Error(`"${wanted}" is not seen; ${this.tab.complaints.join()} ${await this.words()}`, { cause: error })
    })
  }
  async lose(wanted: string): Promise<void> {
    await until(async () => !(await this.words()).includes(wanted))
  }
  /** Waits until it is there and may be pressed. */
  async #named(name: string): Promise<string> {
    const one = finding(name)
    await until(() => this.tab.value(`Boolean(${one}) && !${one}.disabled`)).catch(async (error: unknown) => {
      throw new Error(`Nothing is named "${name}": ${await this.words()}`, { cause: error })
    })
    return one
  }
  async press(name: string): Promise<void> {
    await this.tab.value(`${await this.#named(name)}.click()`)
  }
  async fill(name: string, value: string): Promise<void> {
    await this.tab.value(`(() => { const one = ${await this.#named(name)}; one.focus(); one.select?.() })()`)
    await this.tab.type(value)
  }
  async choose(name: string, value: string): Promise<void> {
    await this.tab.value(`(() => {
      const one = ${await this.#named(name)}
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value').set.call(one, ${text(value)})
      one.dispatchEvent(new Event(one.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    })()`)
  }
  /** Strikes a key where the focus is. */
  async key(key: string): Promise<void> {
    const typed = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {}
    const event = { key, code: key, windowsVirtualKeyCode: keyCodes[key] ?? key.toUpperCase().charCodeAt(0), ...typed }
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  focused(): Promise<string> {
    return this.tab.value('document.activeElement?.textContent ?? ""')
  }
  /** Gives a file to the field of files that is the first on the page, or in the part of it. */
  async drop(within: string, name: string, content: string): Promise<void> {
    await this.tab.value(`(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([${text(content)}], ${text(name)}))
      const place = document.querySelector(${text(within)})
      place.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
    })()`)
  }
  /** What axe finds wrong, as rule and place: by all of its rules, or by some. */
  async faults(rules?: readonly string[]): Promise<string[]> {
    await this.tab.value(`window.axe || (() => { ${axe.source} })(); undefined`)
    const found: Body[] = await this.tab.value(
      `axe.run(document, { resultTypes: ['violations'], runOnly: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html, failureSummary }) => html + failureSummary).join() })))`,
    )
    return found.map(({ id, where }) => `${id}: ${where}`)
  }
  /** Every address that was asked for. */
  requests(): { url: string; postData?: string }[] {
    return this.tab.told('Network.requestWillBeSent').map(({ request }) => request)
  }
  async picture(): Promise<Buffer> {
    const { data } = await this.tab.call('Page.captureScreenshot', { format: 'png', captureBeyondViewport: true })
    return Buffer.from(data, 'base64')
  }
}

/** Somebody before the console, in a real browser: what they see, press and type, and what the browser says of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import { onTestFinished } from 'vitest'
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

/** The keyboard is in what was opened: only then can a key close it. */
const opened = 'document.activeElement.closest("[role=dialog], details[open]") !== null'
const closed = 'document.querySelector("[role=dialog], details.menu[open], details.settings[open]") === null'

const keyCodes: Readonly<Record<string, number>> = { Escape: 27, ArrowDown: 40, ArrowUp: 38, Enter: 13, Tab: 9 }

export class ConsolePage {
  readonly tab: Tab
  readonly base: string
  constructor(tab: Tab, base: string) {
    this.tab = tab
    this.base = base
  }

  static async start(browser: Browser, base: string, beside?: Tab): Promise<ConsolePage> {
    const page = new ConsolePage(await browser.tab(beside), base)
    await page.tab.call('Network.enable')
    await page.size(1440, 900)
    return page
  }

  /** As somebody without a mouse, who has a key. */
  static async byKeys(browser: Browser, base: string, key: string): Promise<ConsolePage> {
    const page = await ConsolePage.start(browser, base)
    await page.open('/inbox')
    await page.write('API key', key)
    await page.key('Enter')
    await page.see('Inbox')
    return page
  }

  size(width: number, height: number): Promise<unknown> {
    const metrics = { width, height, deviceScaleFactor: 1, mobile: width < 600 }
    return this.tab.call('Emulation.setDeviceMetricsOverride', metrics)
  }
  open(path: string): Promise<void> {
    return this.tab.open(`${this.base}/console${path}`)
  }
  /** Another page of the console, without loading it anew: the one that was there is gone afterwards. */
  async go(path: string): Promise<void> {
    if (await this.leaveFor(path)) await until(() => this.tab.value('!window.left.isConnected'))
  }
  /** The address of another page, which may not come; whether it is of another kind than the one that is there. */
  leaveFor(path: string): Promise<boolean> {
    return this.tab.value(`(() => {
      const pageOf = (path) => path.replace('/console/', '').split(/[/?]/)[0]
      const before = pageOf(location.pathname)
      window.left = document.querySelector('h1')
      history.pushState(null, '', ${text(`/console${path}`)})
      dispatchEvent(new PopStateEvent('popstate'))
      return window.left !== null && pageOf(location.pathname) !== before
    })()`)
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
  /** Does something to what is named so, in the moment in which it is there and may be used. */
  async #to(name: string, what = ''): Promise<void> {
    const act = `(() => { const one = ${finding(name)}; if (!one || one.disabled) return false; ${what}; return true })()`
    await until(() => this.tab.value(act)).catch(async (error: unknown) => {
      throw new Error(`Nothing is named "${name}": ${await this.words()}`, { cause: error })
    })
  }
  press(name: string): Promise<void> {
    return this.#to(name, 'one.focus(); one.click()')
  }
  async fill(name: string, value: string): Promise<void> {
    await this.#to(name, 'one.focus(); one.select?.()')
    await this.tab.type(value)
  }
  choose(name: string, value: string): Promise<void> {
    return this.#to(
      name,
      `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value').set.call(one, ${text(value)})
       one.dispatchEvent(new Event(one.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))`,
    )
  }
  /** Strikes a key where the focus is. */
  async key(key: string): Promise<void> {
    const typed = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {}
    const event = { key, code: key, windowsVirtualKeyCode: keyCodes[key] ?? key.toUpperCase().charCodeAt(0), ...typed }
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  /** Something has opened, and the keyboard is in it. */
  opened(): Promise<void> {
    return until(() => this.tab.value(opened))
  }
  /** Nothing is open any more. */
  closed(): Promise<void> {
    return until(() => this.tab.value(closed))
  }
  /**
   * Closes by Escape what is open. Half a second after a script has opened a dialog, React Aria takes the focus from it and
   * gives it back in a later frame, for screen readers: nobody hears a key in between, and it is struck again.
   */
  async escape(): Promise<void> {
    await until(async () => {
      if (await this.tab.value(opened)) await this.key('Escape')
      return this.tab.value(closed)
    })
  }
  /** Strikes a key together with Control. */
  async shortcut(key: string): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0), modifiers: 2 }
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
  }
  /** Whether the element that people know by this name has the focus. */
  isFocused(name: string): Promise<boolean> {
    return this.tab.value(`Boolean(${finding(name)}) && ${finding(name)} === document.activeElement`)
  }
  /** Goes on by the tabulator until the element has the focus. */
  async tabTo(name: string): Promise<void> {
    await this.#to(name)
    for (let at = 0; at < 250 && !(await this.isFocused(name)); at += 1) await this.tab.press('Tab')
    if (!(await this.isFocused(name))) throw new Error(`No key leads to "${name}": ${await this.words()}`)
  }
  /** Without a mouse: goes to a field and writes, or to a button and strikes it. */
  async write(name: string, value: string): Promise<void> {
    await this.tabTo(name)
    await this.tab.value('document.activeElement.select?.()')
    await this.tab.type(value)
  }
  async strike(name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(name)
    await (key === 'Enter' ? this.key('Enter') : this.tab.press('Space'))
  }
  /** By the palette, as somebody who knows where to. */
  async jump(wanted: string, path: string): Promise<void> {
    await this.shortcut('k')
    await until(() => this.tab.value(`document.activeElement?.getAttribute('role') === 'combobox'`))
    await this.tab.type(wanted)
    await until(() =>
      this.tab.value(`document.querySelector('[role=option]')?.textContent.includes(${text(wanted)}) ?? false`),
    )
    await this.key('Enter')
    await until(async () => (await this.tab.value('location.pathname')) === `/console${path}`)
  }
  /** Opens the chooser of a field of files by a key, and takes a file of the machine there. */
  async chooseFile(field: string, name: string, content: string | Buffer): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'chosen-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, name)
    writeFileSync(file, content)
    const opened = (): Body[] => this.tab.told('Page.fileChooserOpened')
    const before = opened().length
    await this.tab.call('Page.setInterceptFileChooserDialog', { enabled: true })
    await this.strike(field, 'Space')
    await until(() => opened().length > before)
    await this.tab.call('DOM.setFileInputFiles', { files: [file], backendNodeId: opened().at(-1)?.backendNodeId })
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
  /** Chooses a file in a field of files. */
  async give(field: string, name: string, bytes: Buffer): Promise<void> {
    await this.tab.value(`(() => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(${text(bytes.toString('base64'))}), (one) => one.charCodeAt(0))
      transfer.items.add(new File([bytes], ${text(name)}, { type: 'image/png' }))
      const place = document.querySelector(${text(field)})
      place.files = transfer.files
      for (const type of ['input', 'change']) place.dispatchEvent(new Event(type, { bubbles: true }))
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

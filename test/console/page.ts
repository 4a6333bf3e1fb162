/** Somebody before the console, in a real browser: what they see, press and type, and what the browser says of it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Body } from '../support/app.ts'
import { type Looked, faultsOf } from '../support/axe.ts'
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

/** The key Control, as the protocol names it. */
const CONTROL = 2

/** The keyboard is in what was opened: only then can a key close it. */
const opened = 'document.activeElement.closest("[role=dialog], details[open]") !== null'
const closed = 'document.querySelector("[role=dialog], details.menu[open], details.settings[open]") === null'

/** The components show what loading looks like, for ever. */
const loaded = `document.querySelector('main h1, main h2') !== null &&
  (location.pathname.endsWith('/components') || !document.querySelector('.skeleton'))`

const keyCodes: Readonly<Record<string, number>> = { Escape: 27, ArrowDown: 40, ArrowUp: 38, Enter: 13, Tab: 9 }
const MAX_STEPS = 250

/** What somebody has chosen before, and how wide their screen is. */
export interface Look {
  language?: string
  theme?: string
  width?: number
}

/** Each act ends when the page is at rest: nothing is asked any more, and what was answered is shown. */
export class ConsolePage {
  readonly tab: Tab
  readonly base: string
  constructor(tab: Tab, base: string) {
    this.tab = tab
    this.base = base
  }

  static async start(browser: Browser, base: string, beside?: Tab): Promise<ConsolePage> {
    const page = new ConsolePage(await browser.tab(beside), base)
    await page.size(1440, 900)
    return page
  }

  /** As somebody who has pasted a key before: it is in the storage of the tab. */
  static async signedIn(browser: Browser, base: string, key: string, path: string, look?: Look): Promise<ConsolePage> {
    const page = await ConsolePage.start(browser, base)
    await page.renew(key, path, look)
    return page
  }

  /** Opens a page as in a new tab of a new browser, in which nothing is kept but who is signed in. */
  async renew(key: string, path: string, { width = 1440, ...kept }: Look = {}): Promise<void> {
    await this.size(width, 900)
    const source = `localStorage.clear(), Object.assign(localStorage, ${JSON.stringify(kept)}),
      sessionStorage.setItem('session', ${text(JSON.stringify({ key, id: 'test' }))})`
    const { identifier } = await this.tab.call('Page.addScriptToEvaluateOnNewDocument', { source })
    await this.open(path)
    await this.tab.call('Page.removeScriptToEvaluateOnNewDocument', { identifier })
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
  async open(path: string): Promise<void> {
    await this.tab.open(`${this.base}/console${path}`)
    await this.tab.rest()
  }
  /** Another page of the console, without loading it anew: the one that was there is gone afterwards. */
  async go(path: string): Promise<void> {
    if (await this.leaveFor(path)) await this.tab.when('!window.left.isConnected')
    await this.tab.rest()
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
  /** The page has its heading, and nothing that is still loading. */
  loaded(): Promise<void> {
    return this.tab.when(loaded)
  }
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
    await this.tab.when(`document.body.innerText.includes(${text(wanted)})`).catch(async (error: unknown) => {
      throw new Error(`"${wanted}" is not seen; ${this.tab.complaints.join()} ${await this.words()}`, { cause: error })
    })
  }
  lose(wanted: string): Promise<void> {
    return this.tab.when(`!document.body.innerText.includes(${text(wanted)})`)
  }
  /** The address is this one below the console, with its question if it has one. */
  at(path: string): Promise<void> {
    const address = path.includes('?') ? 'location.pathname + location.search' : 'location.pathname'
    return this.tab.when(`${address} === ${text(`/console${path}`)}`)
  }
  /** Does something to what is named so, in the moment in which it is there and may be used. */
  async #to(name: string, what = ''): Promise<void> {
    const act = `(() => { const one = ${finding(name)}; if (!one || one.disabled) return false; ${what}; return true })()`
    await this.tab.when(act).catch(async (error: unknown) => {
      throw new Error(`Nothing is named "${name}": ${await this.words()}`, { cause: error })
    })
    await this.tab.rest()
  }
  press(name: string): Promise<void> {
    return this.#to(name, 'one.focus(); one.click()')
  }
  async fill(name: string, value: string): Promise<void> {
    await this.#to(name, 'one.focus(); one.select?.()')
    await this.type(value)
  }
  async type(value: string): Promise<void> {
    await this.tab.type(value)
    await this.tab.rest()
  }
  choose(name: string, value: string): Promise<void> {
    return this.#to(
      name,
      `Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value').set.call(one, ${text(value)})
       one.dispatchEvent(new Event(one.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))`,
    )
  }
  /** Strikes a key where the focus is, with Control or without. */
  async key(key: string, modifiers: 0 | typeof CONTROL = 0): Promise<void> {
    const typed = modifiers > 0 ? {} : key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {}
    const windowsVirtualKeyCode = keyCodes[key] ?? key.toUpperCase().charCodeAt(0)
    const event = { key, code: key, windowsVirtualKeyCode, modifiers, ...typed }
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
    await this.tab.call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    await this.tab.rest()
  }
  shortcut(key: string): Promise<void> {
    return this.key(key, CONTROL)
  }
  /** Something has opened, and the keyboard is in it. */
  opened(): Promise<void> {
    return this.tab.when(opened)
  }
  /** Nothing is open any more. */
  closed(): Promise<void> {
    return this.tab.when(closed)
  }
  /**
   * Closes by Escape what is open. Half a second after a script has opened a dialog, React Aria takes the focus from it and
   * gives it back in a later frame, for screen readers: nobody hears a key in between, and it is struck again.
   */
  async escape(): Promise<void> {
    while (!(await this.tab.value(closed))) {
      await this.tab.when(`${opened} || ${closed}`)
      await this.key('Escape')
    }
  }
  /** Whether the element that people know by this name has the focus. */
  isFocused(name: string): Promise<boolean> {
    return this.tab.value(`document.activeElement === ${finding(name)}`)
  }
  /** Goes on by the tabulator until the element has the focus. */
  async tabTo(name: string): Promise<void> {
    await this.#to(name)
    await this.tab.value('window.wanted = undefined')
    const isThere = `(() => {
      if (!window.wanted?.isConnected) window.wanted = ${finding(name)}
      return document.activeElement === window.wanted
    })()`
    for (let at = 0; !(await this.tab.value(isThere)); at += 1) {
      if (at > MAX_STEPS) throw new Error(`No key leads to "${name}": ${await this.words()}`)
      await this.tab.press('Tab')
    }
  }
  /** Without a mouse: goes to a field and writes, or to a button and strikes it. */
  async write(name: string, value: string): Promise<void> {
    await this.tabTo(name)
    await this.tab.value('document.activeElement.select?.()')
    await this.type(value)
  }
  async strike(name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
    await this.tabTo(name)
    await this.tab.press(key)
    await this.tab.rest()
  }
  /** By the palette, as somebody who knows where to. */
  async find(wanted: string, first = wanted): Promise<void> {
    await this.shortcut('k')
    await this.tab.when(`document.activeElement?.getAttribute('role') === 'combobox'`)
    await this.type(wanted)
    await this.tab.when(`document.querySelector('[role=option]')?.textContent.includes(${text(first)})`)
    await this.key('Enter')
  }
  async jump(wanted: string, path: string): Promise<void> {
    await this.find(wanted)
    await this.at(path)
  }
  /** Opens the chooser of a field of files by a key, and takes a file of the machine there. */
  async chooseFile(field: string, name: string, content: string | Buffer): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'chosen-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, name)
    writeFileSync(file, content)
    const choosers = (): readonly Body[] => this.tab.told('Page.fileChooserOpened')
    const before = choosers().length
    await this.tab.call('Page.setInterceptFileChooserDialog', { enabled: true })
    await this.strike(field, 'Space')
    await until(() => choosers().length > before)
    await this.tab.call('DOM.setFileInputFiles', { files: [file], backendNodeId: choosers().at(-1)?.backendNodeId })
    await this.tab.rest()
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
    await this.tab.rest()
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
    await this.tab.rest()
  }
  /** Keeps what the page makes as a file, whose text `saved` returns; the policy lets nobody fetch it. */
  keepFiles(): Promise<Body> {
    return this.tab.value(`(() => {
      const make = URL.createObjectURL.bind(URL)
      URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), make(blob))
    })()`)
  }
  async saved(): Promise<string> {
    await this.tab.when('window.saved !== undefined')
    return this.tab.value('window.saved')
  }
  faults(looked?: Looked): Promise<string[]> {
    return faultsOf(this.tab, looked)
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

/** The pages of those who have signed in, for the tests of a file: each key keeps its tab, in which pages are as new. */
export class Visits {
  readonly #browser: Browser
  readonly #base: string
  readonly pages = new Map<string, ConsolePage>()
  constructor(browser: Browser, base: string) {
    this.#browser = browser
    this.#base = base
  }
  async visit({ key }: { key: string }, path: string, look?: Look): Promise<ConsolePage> {
    const page = this.pages.get(key) ?? (await ConsolePage.start(this.#browser, this.#base))
    this.pages.set(key, page)
    await page.renew(key, path, look)
    return page
  }
}

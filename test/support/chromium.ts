/** A real browser for pages: Chromium, driven by its own protocol over two pipes, with which it ends. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { inject } from 'vitest'
import type { Body } from './app.ts'
import { atLeast, until } from './until.ts'

/** The shell without the rest of a browser takes half of the processor. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Undefined on a machine without a browser. */
export const chromium = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place))

export interface Browser {
  /** A tab of a new profile, or of the profile of another tab. */
  tab(beside?: Tab): Promise<Tab>
  /** Closes its tabs. */
  close(): Promise<void>
}

type Listener = (method: string, params: Body) => void

/** Calls of the protocol, each with its answer. */
class Protocol {
  readonly #calls: Writable
  readonly #waiting = new Map<number, (answer: Body) => void>()
  readonly #sessions = new Map<string, Listener>()
  #rest = ''
  #last = 0

  constructor(calls: Writable, answers: Readable) {
    this.#calls = calls
    answers.setEncoding('utf8').on('data', (part: string) => {
      const messages = `${this.#rest}${part}`.split('\0')
      this.#rest = messages.pop() ?? ''
      for (const message of messages) this.#read(JSON.parse(message) as Body)
    })
  }
  #read({ id, sessionId, method, params, ...answer }: Body): void {
    if (id === undefined) return this.#sessions.get(sessionId)?.(method, params)
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
  listen(sessionId: string, listener: Listener): void {
    this.#sessions.set(sessionId, listener)
  }
  call(method: string, params: object = {}, sessionId?: string): Promise<Body> {
    const id = (this.#last += 1)
    this.#calls.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise((resolve, reject) =>
      this.#waiting.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result))),
    )
  }
}

/** Keys as the protocol names them. */
const keys: Record<'Tab' | 'Space' | 'Enter', { windowsVirtualKeyCode: number; key?: string; text?: string }> = {
  Tab: { windowsVirtualKeyCode: 9 },
  Space: { windowsVirtualKeyCode: 32, key: ' ', text: ' ' },
  Enter: { windowsVirtualKeyCode: 13, text: '\r' },
}

const MAX_WAIT_MS = 60_000

/** True as soon as the expression is, which is evaluated after every change of the page and now and then. */
const becoming = (expression: string): string => `new Promise((resolve, reject) => {
  let [isOver, failure] = [false, '']
  const end = (settle) => {
    isOver = true
    observer.disconnect()
    clearInterval(timer)
    settle()
  }
  const look = () => {
    if (isOver) return
    try {
      if (${expression}) return end(() => resolve(true))
    } catch (error) {
      failure = String(error)
    }
    if (performance.now() > latest) end(() => reject(new Error('Not so in time. ' + failure)))
  }
  const latest = performance.now() + ${MAX_WAIT_MS}
  const observer = new MutationObserver(look)
  const timer = setInterval(look, 50)
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  look()
})`

/** Two frames, in which a script shows what has come, and then the end of all transitions. */
const drawn = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() =>
  Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect?.getComputedTiming().endTime < Infinity)
    .map((one) => one.finished)).then(() => resolve(true)))))`

/** What the browser answers if another page has come in the place of the one that was asked. */
const HAS_LEFT = /navigated or closed|Cannot find context|context was destroyed|Promise was collected/

export class Tab {
  /** Tabs of one profile share what the browser keeps. */
  readonly profile: string
  readonly #call: (method: string, params?: object) => Promise<Body>
  readonly #told = new Map<string, Body[]>()
  /** Requests without an answer, each with its address and the page that asks. */
  readonly #open = new Map<string, { url: string; page: string }>()
  /** Requests that are not answered before the test does it. */
  readonly #held = new Set<string>()

  constructor(protocol: Protocol, sessionId: string, profile: string) {
    this.profile = profile
    this.#call = (method, params) => protocol.call(method, params, sessionId)
    protocol.listen(sessionId, (method, params) => this.#hear(method, params))
  }

  #hear(method: string, params: Body): void {
    const told = this.#told.get(method)
    if (told) told.push(params)
    else this.#told.set(method, [params])
    this.#follow(method, params)
  }
  #follow(method: string, { requestId, loaderId, networkId, request, response, frame }: Body): void {
    if (method === 'Network.requestWillBeSent' && request.url.startsWith('http') && !this.#held.has(requestId))
      this.#open.set(requestId, { url: request.url, page: loaderId })
    if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') this.#open.delete(requestId)
    if (method === 'Network.responseReceived' && response.mimeType === 'text/event-stream') this.#open.delete(requestId)
    // Either of a held request can be told first: that it is sent, or that it is held.
    if (method === 'Fetch.requestPaused') {
      this.#held.add(networkId)
      this.#open.delete(networkId)
    }
    if (method === 'Page.frameNavigated' && frame.parentId === undefined)
      for (const [id, { page }] of this.#open) if (page !== frame.loaderId) this.#open.delete(id)
  }

  /** Calls the protocol of the browser, for what the others do not do. */
  call(method: string, params?: object): Promise<Body> {
    return this.#call(method, params)
  }
  /** All that the protocol told of one kind. */
  told(method: string): readonly Body[] {
    return this.#told.get(method) ?? []
  }
  /** What the browser complained of: violations of a policy, and scripts that failed. */
  get complaints(): string[] {
    return this.told('Log.entryAdded').map(({ entry }) => String(entry.text))
  }
  /** The value of an expression in the page; what it throws there is thrown here. */
  async value(expression: string): Promise<Body> {
    const told = await this.#call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    const thrown: Body = told.exceptionDetails
    if (thrown) throw new Error(`${thrown.exception?.description ?? thrown.text} in ${expression}`)
    return told.result.value
  }
  /** The value in the page that is there in the end. */
  async #lasting(expression: string): Promise<void> {
    for (;;)
      try {
        return void (await this.value(expression))
      } catch (error) {
        if (!(error instanceof Error && HAS_LEFT.test(error.message))) throw error
      }
  }
  /** Until the expression is true in the page, also in one that comes after this one. */
  when(expression: string): Promise<void> {
    return this.#lasting(becoming(expression))
  }
  /** Until no request is without its answer, and what came of the answers is drawn. */
  async rest(): Promise<void> {
    do {
      await until(() => [...this.#open.values()].map(({ url }) => url), [])
      await this.#lasting(drawn)
    } while (this.#open.size > 0)
  }

  async #arriving(start: () => Promise<unknown>): Promise<void> {
    const loads = (): number => this.told('Page.loadEventFired').length
    const before = loads()
    await start()
    await until(loads, atLeast(before + 1))
  }
  open(url: string): Promise<void> {
    return this.#arriving(() => this.#call('Page.navigate', { url }))
  }
  /** Does something that leads to another page, and waits until it is there. */
  leave(expression: string): Promise<void> {
    return this.#arriving(() => this.value(expression))
  }
  /** Presses a key; `Enter` may lead to another page, which `leaving` waits for. */
  async press(key: 'Tab' | 'Space' | 'Enter', leaving?: 'leaving'): Promise<void> {
    const event = { ...keys[key], key: keys[key].key ?? key, code: key }
    const strike = async (): Promise<void> => {
      await this.#call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
      await this.#call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    }
    await (leaving ? this.#arriving(strike) : strike())
  }
  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.#call('Input.insertText', { text })
  }
  async frames(): Promise<Body[]> {
    const { frameTree } = await this.#call('Page.getFrameTree')
    return (frameTree.childFrames ?? []).map(({ frame }: Body) => frame)
  }
}

const newTab = async (protocol: Protocol, profile: string): Promise<Tab> => {
  const { targetId } = await protocol.call('Target.createTarget', { url: 'about:blank', browserContextId: profile })
  const { sessionId } = await protocol.call('Target.attachToTarget', { targetId, flatten: true })
  const tab = new Tab(protocol, sessionId, profile)
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await tab.call(`${domain}.enable`)
  // Each tab has the keyboard, as the one tab of somebody.
  await tab.call('Emulation.setFocusEmulationEnabled', { enabled: true })
  return tab
}

const openProfiles = (protocol: Protocol): Browser => {
  const profiles = new Set<string>()
  return {
    async tab(beside) {
      const profile = beside?.profile ?? String((await protocol.call('Target.createBrowserContext')).browserContextId)
      profiles.add(profile)
      return newTab(protocol, profile)
    },
    async close() {
      for (const browserContextId of profiles) await protocol.call('Target.disposeBrowserContext', { browserContextId })
      profiles.clear()
    },
  }
}

/** The process of a browser. It finds names below `.test` on this machine. */
export interface BrowserProcess {
  /** A browser of its own for whoever asks. */
  open(): Browser
  close(): Promise<void>
}

export const startChromium = async (program: string): Promise<BrowserProcess> => {
  const folder = mkdtempSync(join(dirname(inject('dataFolder')), 'browser-'))
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe']
  const settings = ['--host-resolver-rules=MAP *.test 127.0.0.1', `--user-data-dir=${folder}`]
  const child = spawn(program, [...options, ...settings], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const protocol = new Protocol(child.stdio[3] as Writable, child.stdio[4] as Readable)
  await protocol.call('Browser.getVersion')
  return {
    open: () => openProfiles(protocol),
    async close() {
      const ended = once(child, 'exit')
      await protocol.call('Browser.close')
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

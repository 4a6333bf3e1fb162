/** A real browser for pages: Chromium, driven by its own protocol. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import type { Body } from './app.ts'
import { atLeast, including, until } from './until.ts'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where it is; undefined on a machine without one. */
export const chromium = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place))

export interface Tab {
  open(url: string): Promise<void>
  /** The value of an expression in the page; what it throws there is thrown here. */
  value(expression: string): Promise<Body>
  /** Does something that leads to another page, and waits until it is there. */
  leave(expression: string): Promise<void>
  /** Presses a key; `Enter` may lead to another page, which `leaving` waits for. */
  press(key: 'Tab' | 'Space' | 'Enter', leaving?: 'leaving'): Promise<void>
  /** Calls the protocol of the browser, for what the others do not do; and all that it told of one kind. */
  call(method: string, params?: object): Promise<Body>
  told(method: string): Body[]
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** What the browser complained of: violations of a policy, and scripts that failed. */
  complaints: string[]
  frames(): Promise<Body[]>
  /** Which person's browser it is a tab of. */
  profile: string
}

export interface Browser {
  /** A tab of somebody new, or one beside another. */
  tab(beside?: Tab): Promise<Tab>
  close(): Promise<void>
}

/** Calls of the protocol, each with its answer. */
class Protocol {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Body) => void>()
  readonly told: Body[] = []
  #last = 0

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data: Buffer) => {
      const message = JSON.parse(data.toString()) as Body
      if (message.id === undefined) this.told.push(message)
      else this.#waiting.get(message.id)?.(message)
    })
  }

  call(method: string, params: object = {}, sessionId?: string): Promise<Body> {
    const id = (this.#last += 1)
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }))
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

const newTab = async (protocol: Protocol, beside?: Tab): Promise<Tab> => {
  const browserContextId =
    beside?.profile ?? ((await protocol.call('Target.createBrowserContext')).browserContextId as string)
  const { targetId } = await protocol.call('Target.createTarget', { url: 'about:blank', browserContextId })
  const { sessionId } = await protocol.call('Target.attachToTarget', { targetId, flatten: true })
  const call = (method: string, params?: object) => protocol.call(method, params, sessionId)
  for (const domain of ['Page', 'Runtime', 'Log']) await call(`${domain}.enable`)
  const loads = (): number =>
    protocol.told.filter((one) => one.sessionId === sessionId && one.method === 'Page.loadEventFired').length
  const evaluate = async (expression: string): Promise<Body> => {
    const told = await call('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    const thrown: Body = told.exceptionDetails
    if (thrown) throw new Error(`${thrown.exception?.description ?? thrown.text} in ${expression}`)
    return told.result.value
  }
  const arriving = async (start: () => Promise<unknown>): Promise<void> => {
    const before = loads()
    await start()
    await until(loads, atLeast(before + 1))
  }
  return {
    profile: browserContextId,
    open: (url) => arriving(() => call('Page.navigate', { url })),
    value: evaluate,
    async press(key, leaving) {
      const event = { ...keys[key], key: keys[key].key ?? key, code: key }
      const strike = async () => {
        await call('Input.dispatchKeyEvent', { type: 'keyDown', ...event })
        await call('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
      }
      await (leaving ? arriving(strike) : strike())
    },
    call,
    told: (method) =>
      protocol.told.filter((one) => one.sessionId === sessionId && one.method === method).map(({ params }) => params),
    type: async (text) => void (await call('Input.insertText', { text })),
    leave: (expression) => arriving(() => evaluate(expression)),
    get complaints() {
      return protocol.told
        .filter((one) => one.sessionId === sessionId && one.method === 'Log.entryAdded')
        .map(({ params }) => String(params.entry.text))
    },
    async frames() {
      const { frameTree } = await call('Page.getFrameTree')
      return (frameTree.childFrames ?? []).map(({ frame }: Body) => frame)
    },
  }
}

/** With names of hosts that it finds on this machine. */
export const startBrowser = async (...hosts: readonly string[]): Promise<Browser> => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'))
  const names = `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join()}`
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-port=0', names]
  const child = spawn(String(chromium), [...options, `--user-data-dir=${folder}`], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await until(() => said, including('DevTools listening on ws:'))
  const socket = new WebSocket(/DevTools listening on (ws:\S+)/.exec(said)?.[1] ?? '')
  await once(socket, 'open')
  const protocol = new Protocol(socket)
  return {
    tab: (beside) => newTab(protocol, beside),
    async close() {
      socket.close()
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

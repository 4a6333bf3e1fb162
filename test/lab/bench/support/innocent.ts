/** A client of its own thread that asks little, and notes how long each answer takes: until it is told to stop. */
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { url, keys } = workerData as { url: string; keys: readonly string[] }
const EVERY_MS = 10

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const times: number[] = []
let stopped = false
parentPort?.once('message', () => (stopped = true))

const ask = (key: string): Promise<void> =>
  new Promise((resolve) => {
    const began = performance.now()
    const done = (): void => {
      times.push(performance.now() - began)
      resolve()
    }
    request(`${url}/v1/me`, { agent, headers: { authorization: `Bearer ${key}` } }, (answer) =>
      answer.resume().once('end', done),
    )
      .once('error', done)
      .end()
  })

const asked: Promise<void>[] = []
for (let count = 0; !stopped; count += 1) {
  asked.push(ask(keys[count % keys.length] ?? ''))
  await wait(EVERY_MS)
}
await Promise.all(asked)
agent.destroy()
parentPort?.postMessage(times, [])

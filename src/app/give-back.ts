/** A start makes more garbage than an hour of requests, and V8 keeps the room of it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects all of it: takes some 200 ms, so it is for the time before anybody is served. */
export const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

import type { Log } from './log.ts'

/** The same listener, which never throws: whoever tells it and the listeners after it go on, and the log says why. */
export const safely =
  <Parameters extends unknown[]>(listener: (...parameters: Parameters) => void, log: Log) =>
  (...parameters: Parameters): void => {
    try {
      listener(...parameters)
    } catch (error) {
      log.error({ err: error }, 'A listener failed')
    }
  }

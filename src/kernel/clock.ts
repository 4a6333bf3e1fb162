/** The only place that asks the machine for the time. */
export interface Clock {
  now(): Date
  /** Unix milliseconds that never go back, whatever happens to the clock of the machine: to measure with. */
  steady(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  steady: () => performance.timeOrigin + performance.now(),
}

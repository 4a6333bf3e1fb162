/** The only place that asks the machine for the time. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

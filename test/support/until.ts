import { vi } from 'vitest'

/**
 * Until something is so; what it was is in the error where it does not come. A busy machine may take long: only a test
 * that fails waits to the end.
 */
export const until = (what: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await what())) throw new Error(`Not so in time: ${what.toString()}`)
    },
    { timeout: 60_000, interval: 10 },
  )

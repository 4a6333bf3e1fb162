import { vi } from 'vitest'

/** Until something is so; what it was is in the error where it does not come. */
export const until = (what: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await what())) throw new Error(`Not so in time: ${what.toString()}`)
    },
    { timeout: 20_000, interval: 10 },
  )

/** What the client asks of the machine. */
export const now = (): Date => new Date()

const MOST = 2 ** 32

/** Between 0 and 1. */
export const chance = (): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / MOST

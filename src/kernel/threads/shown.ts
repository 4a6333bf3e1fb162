/** What a thread shows of itself to the one that watches it. */

/**
 * A turn is counted where a job begins and where it ends: at an odd one there is work. Where a job has ended, the thread
 * says how many kB it still holds outside its heap: nobody knows when V8 collects them.
 */
export const SHOWN = { turn: 0, outsideKb: 1 } as const

export type Shown = Int32Array<SharedArrayBuffer>

export const newShown = (): Shown =>
  new Int32Array(new SharedArrayBuffer(Object.keys(SHOWN).length * Int32Array.BYTES_PER_ELEMENT))

export const KILOBYTE = 1_024

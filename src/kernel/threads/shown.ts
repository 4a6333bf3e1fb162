/** What a thread shows of itself to the one that watches it. */
import type { HeapInfo } from 'node:v8'

/**
 * A turn is counted where a job begins and where it ends: at an odd one there is work. Where a job ends, the thread says
 * how many kB it holds more than at its start: nobody knows when V8 collects them.
 */
export const SHOWN = { turn: 0, leftKb: 1 } as const

export type Shown = Int32Array<SharedArrayBuffer>

export const newShown = (): Shown =>
  new Int32Array(new SharedArrayBuffer(Object.keys(SHOWN).length * Int32Array.BYTES_PER_ELEMENT))

/** In bytes, with what is outside the heap. */
export const heldIn = ({ used_heap_size: heap, external_memory: outside }: HeapInfo): number => heap + outside

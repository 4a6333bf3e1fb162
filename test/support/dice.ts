/** Numbers that look random, and are the same for the same seed. */
/** The same numbers for the same seed. */
const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Dice {
  chance(part: number): boolean
  below(limit: number): number
  pick<T>(from: readonly T[]): T
}
export const diceOf = (seed: number): Dice => {
  const random = randomOf(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  return { below, chance: (part) => random() < part, pick: (from) => from[below(from.length)] as never }
}

/** VAT numbers that no other test of the process uses. */
let last = 100_000_000 + Math.trunc(performance.now())

export const freshVat = (): string => `DE${(last += 1)}`

/** VAT numbers that no other test of the process uses. */
let last = 100_000_000 + Math.trunc(performance.now())

export const freshVat = (): string => `DE${(last += 1)}`

/** Of a French company: the participant id has its SIREN. */
export const freshFrenchVat = (): string => `FR00${(last += 1)}`

/** VAT numbers that no other test of the process uses. */
let last = 111_110_000

export const freshVat = (): string => `DE${(last += 1)}`

/** Of a French company: the participant id has its SIREN. */
export const freshFrenchVat = (): string => `FR00${(last += 1)}`

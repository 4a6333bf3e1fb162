/** The words of changing platforms, which events and answers share. */
export const portabilityStates = {
  SUBMITTED: 'The request was made, and has no answer yet.',
  ACCEPTED: 'The losing platform lets the taxpayer go.',
  REFUSED: 'The losing platform does not let the taxpayer go.',
  EFFECTIVE: 'The taxpayer is with the gaining platform.',
  CANCELLED: 'The request was withdrawn.',
} as const

export type PortabilityState = keyof typeof portabilityStates

export const portabilitySides = {
  gaining: 'The taxpayer comes to us: we ask for it.',
  losing: 'The taxpayer leaves us: we answer.',
} as const

/** Whether a bank's file is only looked at, or also recorded. */
export const modes = ['propose', 'record'] as const
export type ImportMode = (typeof modes)[number]

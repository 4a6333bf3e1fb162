import type { AppError } from '../kernel/errors/app-error.ts'
import { catalog } from '../kernel/errors/catalog.ts'

/** Whether the same may succeed a moment later. */
export const isPassing = ({ code, retryAfter }: AppError): boolean =>
  catalog[code].status >= 500 || code === 'RATE_LIMITED' || (code === 'CONFLICT' && retryAfter !== undefined)

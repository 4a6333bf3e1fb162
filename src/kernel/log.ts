import { type Logger, pino } from 'pino'

export type Log = Logger

/** Logs go to standard error as JSON lines; nothing that authorizes anybody is ever written. */
export const newLog = (level: string): Log =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.authorization', '*.secret', '*.key', '*.token', '*.password', 'authorization'],
        censor: '[secret]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  )

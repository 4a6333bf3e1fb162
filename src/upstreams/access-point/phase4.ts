import { type HttpAccessPointOptions, accessPointClient, handoverFromStatus } from './http.ts'
import type { AccessPoint } from './port.ts'
import { handoverFrom, reportFrom } from './sending-report.ts'

/**
 * phase4-peppol-standalone: takes a complete envelope, looks the recipient up, sends at once, and answers with a
 * report. It remembers nothing, so it cannot say what became of a message: sending it again is left to the far end's
 * memory.
 */
export const phase4AccessPoint = (options: HttpAccessPointOptions): AccessPoint => {
  const client = accessPointClient(options)
  return {
    async send(message, signal) {
      const answer = await client.post('/sendsbdh', message.envelope, signal)
      const report = answer.status === 200 ? reportFrom(answer.json()) : undefined
      return report ? handoverFrom(report, message, options.confirms === 'receipt') : handoverFromStatus(answer)
    },
    statusOf: () => Promise.resolve({ outcome: 'unknown' }),
    close: () => client.close(),
  }
}

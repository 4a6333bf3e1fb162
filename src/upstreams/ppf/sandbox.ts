import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../kernel/errors/app-error.ts'
import type { Portal, PortalAnswer, PortalFlow } from './port.ts'

type PortalBehaviour = { kind: 'refuse'; code: string; message: string } | { kind: 'down' } | { kind: 'slow' }

/**
 * Numbers of invoices with which the simulated portal behaves badly on purpose: what counts is their end. Listed in the
 * README.
 */
const magicNumbers: Readonly<Record<string, PortalBehaviour>> = {
  '-00025': {
    kind: 'refuse',
    code: '00025',
    message: 'The number of the invoice does not have the format that the portal requires.',
  },
  '-00058': {
    kind: 'refuse',
    code: '00058',
    message: 'The executing service is missing. This public buyer requires one.',
  },
  '-00503': { kind: 'down' },
  '-00504': { kind: 'slow' },
}

const FOREVER_MS = 3_600_000

const behaviourOf = ({ invoiceNumber }: PortalFlow): PortalBehaviour | undefined =>
  magicNumbers[invoiceNumber.slice(-6)]

/** A flow has one number, however often it comes. */
const referenceOf = ({ id }: PortalFlow): string =>
  `PPF-${createHash('sha256').update(id).digest('hex').slice(0, 16).toUpperCase()}`

/** Accepts everything but what asks to be refused. */
export const sandboxPortal = (): Portal => ({
  async submit(flow, signal): Promise<PortalAnswer> {
    signal.throwIfAborted()
    const behaviour = behaviourOf(flow)
    if (behaviour?.kind === 'down')
      throw new AppError('UPSTREAM_UNAVAILABLE', { message: 'The simulated portal is down for this invoice.' })
    if (behaviour?.kind === 'slow') await wait(FOREVER_MS, undefined, { signal, ref: false })
    if (behaviour?.kind === 'refuse')
      return {
        outcome: 'refused',
        code: behaviour.code,
        message: behaviour.message,
        response: { codeRetour: behaviour.code, libelle: behaviour.message },
      }
    const reference = referenceOf(flow)
    return {
      outcome: 'accepted',
      reference,
      response: {
        codeRetour: '0',
        numeroFlux: reference,
        flux: flow.files.map(({ kind, name }) => ({ type: kind, nomFichier: name })),
      },
    }
  },
})

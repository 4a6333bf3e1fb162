/** Where everything in the simulated network is handed over. */
export const SANDBOX_ENDPOINT = 'https://ap.sandbox.invalid/as4'
export const SANDBOX_ACCESS_POINT = 'POP000000 Sandbox Access Point'

export type NetworkBehaviour =
  | { kind: 'accept' }
  | { kind: 'reject'; code: 'AP_REJECTED' | 'SBDH_ERROR'; reason: string }
  /** Not reached the first `times` times; always, when infinite. */
  | { kind: 'unreachable'; times: number }
  /** The message arrives, then the connection is cut. */
  | { kind: 'lose-answer' }
  /** The message arrives, but the answer takes longer than anybody waits. */
  | { kind: 'slow' }
  /** Taken over at once; confirmed when it is asked for later. */
  | { kind: 'confirm-late' }
  /** Taken over with a receipt, and then rejected by a Message Level Status. */
  | { kind: 'reject-later'; reason: string }

/**
 * Recipients with which the simulated access point behaves badly on purpose. What counts are the last nine characters
 * of the identifier, whatever the scheme: `9930:DE000000420`, `0225:000000420`. Listed in the README.
 */
export const magicRecipients: Readonly<Record<string, NetworkBehaviour>> = {
  '000000420': {
    kind: 'reject',
    code: 'AP_REJECTED',
    reason: 'EBMS:0004 The incoming message could not be processed.',
  },
  '000000421': { kind: 'reject', code: 'SBDH_ERROR', reason: 'The business document header could not be read.' },
  '000000430': { kind: 'unreachable', times: Number.POSITIVE_INFINITY },
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].map((times) => [`00000043${times}`, { kind: 'unreachable', times } as const]),
  ),
  '000000440': { kind: 'lose-answer' },
  '000000441': { kind: 'slow' },
  '000000442': { kind: 'confirm-late' },
  '000000443': { kind: 'reject-later', reason: 'The recipient could not be reached behind the access point.' },
}

export const behaviourTowards = (receiverId: string): NetworkBehaviour =>
  magicRecipients[receiverId.slice(-9)] ?? { kind: 'accept' }

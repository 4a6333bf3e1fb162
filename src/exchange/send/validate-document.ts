import { operation } from '../../operation/operation.ts'
import { examine } from './judge/examine.ts'
import { sendInput } from './read/send-input.ts'

export const validateDocument = operation({
  name: 'validateDocument',
  summary:
    'Checks a document without sending it. The answer has the broken ' +
    'rules, the recipient and the totals. Nothing is stored.',
  scope: 'send',
  writes: false,
  input: sendInput,
  errors: [
    'COMPANY_NOT_FOUND',
    'CONFLICT',
    'OWNERSHIP_PENDING',
    'UNSUPPORTED_FILE',
    'INVALID_DATE',
    'INVALID_CURRENCY',
    'INVALID_IBAN',
    'UPSTREAM_ERROR',
    'UPSTREAM_UNAVAILABLE',
    'UPSTREAM_TIMEOUT',
  ],
  prepare: examine,
  async run(_run, _input, { validation, recipient, channel, document }) {
    const { grossAmount, netAmount, vatAmount, prepaidAmount, amountDue, currency } = document.summary
    return {
      ...validation,
      valid: validation.valid && (recipient === null || recipient.canReceive || channel === 'email'),
      recipient,
      channel,
      totals: { currency, netAmount, vatAmount, grossAmount, prepaidAmount, amountDue },
    }
  },
})

/** What rules say of a document. */
import { choice, choiceOf, flag, integer, object, pick, text, view } from '../../operation/view.ts'
import type { ShownFinding, Validation } from './validation.ts'

const severityChoice = choiceOf('Severity', ['fatal', 'warning'], {
  fatal: 'The rule is broken: the document cannot be sent.',
  warning: 'Advice: the document can be sent.',
})

export const findingView = view<ShownFinding>()('Finding', 'A result of checking a document against one rule.', {
  rule: text(
    'Official identifier of the rule. `XSD` when the XML does not keep to its schema. `NOT_CARRIED` when the ' +
      'JSON body has a field that this type of document cannot hold. `FATTURAPA-…` with the term, when the Italian ' +
      'interchange system would not take the invoice.',
  ),
  severity: choice(severityChoice, 'Whether the finding prevents sending.'),
  message: text(
    'What is wrong, in a sentence; for `XSD` also what the schema expects there. French or German when the header ' +
      '`Accept-Language` asks for it, otherwise English.',
  ),
  fix: text('How to correct it, in the language of `message`.'),
  terms: text('Business terms of EN 16931 that the rule concerns.').list(),
  path: text('The field of the JSON body that caused the finding. Null when no field did.').orNull(),
  xpath: text('XPath of the place in the XML. Empty when the finding has no place there.'),
  line: integer('Line of the place in the XML that was sent, from 1. Null when no XML was sent.').orNull(),
  column: integer('Column of the place in the XML that was sent, from 1. Null when no XML was sent.').orNull(),
  profile: text(
    'The rule set of the rule. `xsd` for the schema, `fatturapa` for what the Italian interchange system requires, ' +
      '`send-body` for a finding that belongs to no rule set.',
  ),
})

export const validationView = view<Validation>()(
  'Validation',
  'The result of checking a document against the rules of its profile.',
  {
    profile: text('The rule sets that were applied, joined by `+`. Null when there was nothing to check.').orNull(),
    valid: flag('True when no rule is broken. Warnings do not count.'),
    errors: object(findingView, 'Findings that prevent sending.').list().stored(),
    warnings: object(findingView, 'Findings that do not prevent sending.').list().stored(),
  },
)

/** Of what was sent: nothing in it is broken. */
export const sentValidationView = pick(
  validationView,
  'SentValidation',
  'The result of checking a sent document against the rules of its profile.',
  ['profile', 'valid', 'warnings'],
)

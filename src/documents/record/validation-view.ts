/** What rules say of a document. */
import { choice, choiceOf, flag, object, pick, text, view } from '../../operation/view.ts'
import type { ShownFinding, Validation } from './validation.ts'

const severityChoice = choiceOf('Severity', ['fatal', 'warning'], {
  fatal: 'The document may not be sent.',
  warning: 'Advice: the document may be sent.',
})

export const findingView = view<ShownFinding>()('Finding', 'What a rule says of a document.', {
  rule: text(
    'Official identifier of the rule; `NOT_CARRIED` for what the body says and its document has no place for.',
  ),
  severity: choice(severityChoice, 'Whether the document may still be sent.'),
  message: text('What is wrong.'),
  fix: text('What to do.'),
  terms: text('Business terms of EN 16931 that it speaks of.').list(),
  path: text('The field of the JSON body that caused it.').orNull(),
  xpath: text('The place in the XML; empty where it has none.'),
  profile: text('The rule set that it belongs to; `send-body` where none speaks of it.'),
})

export const validationView = view<Validation>()('Validation', 'What the rules of its profile say of a document.', {
  profile: text('The rule sets that were asked, joined by `+`; null where there was nothing to check.').orNull(),
  valid: flag('Whether no rule is broken.'),
  errors: object(findingView, 'Broken rules.').list().stored(),
  warnings: object(findingView, 'Advice.').list().stored(),
})

/** Of what was sent: nothing in it is broken. */
export const sentValidationView = pick(
  validationView,
  'SentValidation',
  'What the rules of its profile say of a document that was sent.',
  ['profile', 'valid', 'warnings'],
)

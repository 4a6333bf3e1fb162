/** What an action on a document answers. */
import { id, instant, json, object, text, view } from '../../operation/view.ts'
import type { ActionResult } from './act-on-document.ts'
import { type Change, actionInput } from './actions.ts'

export const changeView = view<Change>()('DocumentChange', 'What an action changed.', {
  field: text('What changed.'),
  from: json('Before.').orNull(),
  to: json('After.').orNull(),
})

export const actionResultView = view<ActionResult>()('ActionResult', 'What an action did to a document.', {
  documentId: id('The document.'),
  action: text('The action.').shaped(actionInput.shape.action).onlyIn('rest'),
  changes: object(changeView, 'What changed; empty when nothing did.').list(),
  updatedAt: instant('When the document last changed.'),
})

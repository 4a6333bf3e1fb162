/** What an action on a document answers. */
import { id, instant, json, object, text, view } from '../../operation/view.ts'
import type { ActionResult } from './act-on-document.ts'
import { type Change, actionInput } from './actions.ts'

export const changeView = view<Change>()('DocumentChange', 'One change that an action made to a document.', {
  field: text('Name of the changed field.'),
  from: json('Value before the change. Null when there was none.').orNull(),
  to: json('Value after the change. Null when there is none.').orNull(),
})

export const actionResultView = view<ActionResult>()('ActionResult', 'The result of an action on a document.', {
  documentId: id('Identifier of the document.'),
  action: text('The action.').shaped(actionInput.shape.action).onlyIn('rest'),
  changes: object(changeView, 'The changes that the action made. Empty when nothing changed.').list(),
  updatedAt: instant('When the document was last changed.'),
})

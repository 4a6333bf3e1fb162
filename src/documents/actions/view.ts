/** What an action on a document answers. */
import { change } from '../../engine/feed/event-fields.ts'
import { id, instant, structure, text, view } from '../../operation/view.ts'
import type { ActionResult } from './act-on-document.ts'
import { actionInput } from './actions.ts'

export const actionResultView = view<ActionResult>()('ActionResult', 'The result of an action on a document.', {
  documentId: id('Identifier of the document.'),
  action: text('The action.').shaped(actionInput.shape.action).onlyIn('rest'),
  changes: structure(change, 'The changes that the action made. Empty when nothing changed.').list(),
  updatedAt: instant('When the document was last changed.'),
})

import { objectOf, tableOf } from '../graphql/object.ts'
import { mutationOf } from '../graphql/field.ts'
import { pages, query } from '../graphql/query.ts'
import { fileView } from '../documents/views/view.ts'
import { getFlow } from './get-flow.ts'
import { getFlowFile } from './get-flow-file.ts'
import { listFlows } from './list-flows.ts'
import { submitFlow } from './submit-flow.ts'
import { flowView } from './view.ts'

const Flow = tableOf('Flow', flowView, {
  authScopes: { access: 'documents.read' },
  select: { organizationId: true, id: true, updatedAt: true },
})

query('flow', getFlow, Flow, { id: 'flowId' })
query('flowFile', getFlowFile, objectOf(fileView))
pages('flows', listFlows, Flow, { row: 'Flow', rows: 'flows', select: { updatedAt: true }, omit: ['counted'] })
mutationOf(submitFlow, 'flow', Flow, 'The flow that was submitted.')

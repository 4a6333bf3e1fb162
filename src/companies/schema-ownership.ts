import { mutationOf } from '../graphql/field.ts'
import { objectOf } from '../graphql/object.ts'
import { query } from '../graphql/query.ts'
import { confirmOwnership } from './confirm-ownership.ts'
import { listOwnershipProofs } from './list-ownership-proofs.ts'
import { ownershipProofView } from './ownership-proof-view.ts'
import { Company } from './schema.ts'
import { startOwnershipProof } from './start-ownership-proof.ts'

const OwnershipProof = objectOf(ownershipProofView, { authScopes: { access: 'companies.read' } })

query('ownershipProofs', listOwnershipProofs, [OwnershipProof])

mutationOf(startOwnershipProof, 'proof', OwnershipProof, 'The started proof.')
mutationOf(confirmOwnership, 'company', Company, 'The company with its current ownership.')

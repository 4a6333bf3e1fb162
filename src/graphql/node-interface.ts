import { builder } from './builder.ts'

export const Node = builder.interfaceRef<{ id: string }>('Node').implement({
  description: 'An object with a public identifier.',
  resolveType: (found) => (found as { __typename?: string }).__typename,
  fields: (t) => ({ id: t.exposeID('id', { description: 'Public identifier. Its prefix shows the kind of object.' }) }),
})

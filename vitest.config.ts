import { createRequire } from 'node:module'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Vite would take the ES modules of graphql, and the packages that use it the other ones: two kinds of GraphQLError.
  resolve: { alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})

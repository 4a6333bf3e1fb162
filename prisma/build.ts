/** Builds what `npm start` runs. Each part looks whether anything has changed since it was built. */
await import('./generate.ts')
const { buildServer } = await import('./build-server.ts')
await buildServer()
const { prepareDatabase } = await import('./prepare-database.ts')
await prepareDatabase()

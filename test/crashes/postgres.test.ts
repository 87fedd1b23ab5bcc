import { crashTests } from './crash-tests.ts'
import { ownPostgres } from './servers/postgres.ts'

const server = await ownPostgres()
crashTests(
  'PostgreSQL',
  typeof server === 'string' ? server : { by: 'postgres', where: server.url, server, serverShare: 0.2 },
)

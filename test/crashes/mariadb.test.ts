import { crashTests } from './crash-tests.ts'
import { ownMariadb } from './servers/mariadb.ts'

const server = await ownMariadb()
crashTests(
  'MariaDB',
  typeof server === 'string' ? server : { by: 'mysql', where: server.url, server, serverShare: 0.2 },
)

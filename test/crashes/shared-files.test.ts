import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../setup/databases.ts'
import { lmdbStore } from '../setup/stores.ts'
import { Peers, type SharedFile } from './peers.ts'

/*
 * Several processes on one file, of which one after the other is killed: the others go on, and read what was
 * acknowledged by whomever. 12 kills, 1,000 by `npm run crash`, or `KILLS=n`; `SEED=n` repeats the choices. With
 * `OPEN=anytime` processes open an LMDB file while others write, which loses acknowledged commits.
 */

const KILLS = Number(process.env.KILLS ?? (process.env.CRASH === 'full' ? 1000 : 12))
const A_KILL_MAY_TAKE = 60_000

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

// Not within a test: it is removed after the last one.
const folder = temporaryFolder()

function peersOn(name: string, by: 'sqlite' | 'lmdb', opensAtAnyTime: boolean): void {
  test(`${name}: whoever is left reads what was acknowledged, ${KILLS} kills (SEED=${seed})`, {
    timeout: 300_000 + KILLS * A_KILL_MAY_TAKE,
  }, async () => {
    const calendar = { by, where: join(folder, `calendar.${by}`), name: 'shared' } as const
    const file: SharedFile = { calendar, opensAtAnyTime }
    const peers = new Peers(seed)
    await peers.prepare()
    try {
      await peers.run(file, KILLS)
      expect(peers.problems).toEqual([])
      expect(peers.kills).toBe(KILLS)
      expect(peers.acknowledged).toBeGreaterThan(KILLS)
      expect(peers.answers).toBeGreaterThan(peers.acknowledged)
    } finally {
      console.log(`${name}, SEED=${seed}: ${peers}`)
      await peers.end()
    }
  })
}

peersOn('SQLite', 'sqlite', true)

const lmdb = await lmdbStore()
if (typeof lmdb === 'string') test.skip(`LMDB: ${lmdb}`)
else {
  await lmdb.close()
  // A process that opens the file while another commits takes that commit back: see the adapter.
  peersOn('LMDB', 'lmdb', process.env.OPEN === 'anytime')
}

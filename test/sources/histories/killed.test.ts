import { expect } from 'vitest'
import { killed } from '../../crashes/killed-program.ts'
import { History } from './history.ts'
import { SHAPES } from './publisher.ts'
import { servePublishers } from './publishers-server.ts'

/*
 * A history in which a process that reads the sources is killed at any moment of each step. The next reading completes it: the
 * calendar is that of the model, as if nobody had been killed.
 */

await killed(
  'readings of sources',
  '../sources/histories/pull-program.ts',
  30,
  async ({ storage, dice, kills, counts, run }) => {
    const history = new History(storage, dice.upTo(2 ** 31))
    const { town } = history
    await history.begin([dice.oneOf(SHAPES), dice.oneOf(SHAPES)])
    const { url, close } = await servePublishers(town.fetch)
    const read = (delay?: number) =>
      run([url, town.now.toISOString(), ...town.subscriptions.map(({ id }) => String(id))], delay)
    // A reading of nothing new, for how long one takes.
    let takes = await read()
    try {
      for (let kill = 0; kill < kills; kill++) {
        await history.step()
        town.pass(60 + dice.upTo(3000))
        const delay = dice.upTo(Math.ceil(takes))
        const took = await read(delay)
        if (took < delay) takes = took
        counts[took < delay ? 'after' : 'during']++
        // The lease of who was killed is over.
        town.pass(2)
        for (const round of [1, 2]) {
          for (const { id } of town.subscriptions) {
            const { status } = await town.ask('POST', `/sources/${id}/pull`)
            expect(status, `round ${round}`).toBe(200)
          }
          town.hear()
        }
        await town.check()
      }
    } catch (error) {
      console.log(history.log.join('\n'))
      throw error
    } finally {
      close()
    }
  },
)

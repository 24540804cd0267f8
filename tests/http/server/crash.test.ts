import { expect, test } from 'vitest'
import { killAtRandom } from '#tests/endurance/kills.ts'
import { runs } from '#tests/support/depth.ts'
import { engineNames, openEngine } from '#tests/support/engines.ts'

/** How often a server is killed here; `npm run endure` does so a hundred times. */
const KILLS = runs(4)

test.each(engineNames)(
  'on %s, what was acknowledged before a kill is there after it, whole and once',
  { timeout: runs(120_000) },
  async (name) => {
    const engine = await openEngine(name)
    try {
      const { acknowledged, problems } = await killAtRandom(engine.env, KILLS)
      expect(problems).toEqual([])
      expect(acknowledged).toBeGreaterThan(KILLS)
    } finally {
      await engine.remove()
    }
  },
)

import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { engineNames } from '#tests/support/engines.ts'
import { aGuild, openTestApp, type TestApp } from '#tests/support/factories.ts'
import { checkAll, newModel, type Real } from '#tests/support/db/lease-model.ts'
import { commandsOf } from '#tests/support/db/lease-steps.ts'
import { runs, tries } from '#tests/support/depth.ts'

/** Each run of the model begins without jobs, and is a sequence of up to this many calls. */
const LONGEST = 100

describe.each(engineNames)('%s', (engine) => {
  let it: TestApp
  beforeAll(async () => void (it = await openTestApp(engine)))
  afterAll(() => it.close())

  test(
    'in any order of operations, each job ends once and only through its own lease',
    async () => {
      const guildId = (await aGuild(it)).id
      await fc.assert(
        fc.asyncProperty(
          fc.commands(commandsOf(), { maxCommands: LONGEST, size: 'max' }),
          async (commands) => {
            await it.app.db.deleteFrom('jobs').execute()
            const real: Real = { it, guildId }
            const model = newModel()
            await fc.asyncModelRun(() => ({ model, real }), commands)
            await checkAll(model, real)
          },
        ),
        tries(25),
      )
    },
    runs(120_000),
  )
})

import { readConfig } from '#app/platform/config/config.server.ts'
import type { JobPayload, JobType } from '#app/features/jobs/schema.ts'
import type { ResolvedConfigs } from '#app/features/actions/resolve-action.ts'
import { createExecutor } from '#app/runner/actions/execute.server.ts'
import type { KnownIds, ActionOutcome } from '#app/runner/protocol.ts'
import type { FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { anEvent } from '#tests/support/discord/scripted-service.ts'

let keys = 0
type More = {
  key?: string
  source?: Partial<JobPayload['source']>
  signal?: AbortSignal
  actor?: string | null
  event?: JobPayload['event']
  known?: KnownIds
}

/** Does actions at a Discord as the jobs of one guild, set off by one of its users. */
export function discordActionTester(discord: FakeDiscord, guild_id: string, user_id: string, now = Date.now) {
  const perform = createExecutor(readConfig(discord.env), now)
  return function act<T extends JobType>(
    type: T,
    config: ResolvedConfigs[T],
    more: More = {},
  ): Promise<ActionOutcome> {
    const { key = `key-${(keys += 1)}`, source = {}, signal = new AbortController().signal } = more
    const id = more.actor === undefined ? user_id : more.actor
    const actor = id === null ? null : { id, name: 'Ada', is_bot: false }
    const payload: JobPayload = {
      guild_id,
      config,
      source: { kind: 'automation', id: 'a', name: 'A', run_id: 'r', step: 0, ...source },
      event: more.event ?? anEvent({ guild_id, actor }),
    }
    return perform(
      { type, payload, idempotency_key: key, ...(more.known ? { known: more.known } : {}) },
      signal,
    )
  }
}

import { LRUCache } from 'lru-cache'
import { createDiscordClient } from '#app/platform/outside/discord.server.ts'
import type { JobType } from '#app/features/jobs/schema.ts'
import { channelActions, memberActions } from '#app/runner/actions/members.server.ts'
import { ActionFailed, failureOutcome } from '#app/runner/actions/failure.server.ts'
import { makeGuildCheck } from '#app/runner/actions/guild-check.server.ts'
import { messageActions } from '#app/runner/actions/messages.server.ts'
import { webhookAction } from '#app/runner/actions/webhook.server.ts'
import type { Action, Job, ActionOutcome, Task, Tools } from '#app/runner/protocol.ts'
import type { WorkerSettings } from '#app/runner/thread.server.ts'
import type { ResolvedConfigs } from '#app/features/actions/resolve-action.ts'

const actions: { [T in JobType]: Action<T> } = {
  ...messageActions,
  ...memberActions,
  ...channelActions,
  CALL_WEBHOOK: webhookAction,
}

/**
 * Creates the task executor. The executor tracks Discord's rate limits across tasks and settles immediately after an
 * abort.
 */
export function createExecutor(settings: WorkerSettings, now = Date.now) {
  const dms = new LRUCache<string, string>({ max: 10_000 })
  const discord = createDiscordClient(settings)
  const check = makeGuildCheck(discord)
  const tools: Tools = {
    discord,
    dms,
    privateHosts: settings.webhookPrivateHosts,
    now,
  }
  return async (task: Task, signal: AbortSignal): Promise<ActionOutcome> => {
    const { type, payload, idempotency_key } = task
    const stopped = new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () =>
        reject(new ActionFailed('aborted', 'The action was stopped.', true)),
      ),
    )
    stopped.catch(() => {})
    const act = actions[type] as Action<JobType>
    try {
      const config = payload.config as ResolvedConfigs[JobType]
      const job = { config, payload, idempotencyKey: idempotency_key, signal } as Job<JobType>
      const done = check(task).then(() => {
        signal.throwIfAborted()
        return act(tools, job)
      })
      return { status: 'succeeded', output: await Promise.race([done, stopped]) }
    } catch (error) {
      return failureOutcome(error)
    }
  }
}

import type { ActionType } from '#app/features/actions/schema.ts'
import { readyAction } from '#app/features/actions/resolve-action.ts'
import type { Facts } from '#app/features/actions/template.ts'
import type { GuildSettings } from '#app/features/settings/schema.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'
import { isPrivateHost } from '#app/platform/security/private-addresses.server.ts'

type Planned = {
  type: ActionType
  /** As its author wrote it. */
  written: Record<string, unknown>
  /** With its templates filled in. */
  filled: Record<string, unknown>
}
type Scene = { event: GatewayEvent; settings: GuildSettings; facts: Facts }

/** What would make an action fail with an event, one sentence each. Whether the bot has the permission is Discord’s to say. */
export function problemsOf(action: Planned, scene: Scene): string[] {
  const { type, written: config } = action
  const { settings } = scene
  const ready = readyAction({ type, config: action.filled }, scene)
  const problems: (string | false | null)[] = [
    !settings.modules.automations && 'Automations are switched off in the settings of this guild.',
    'problem' in ready && ready.problem,
    type === 'CALL_WEBHOOK' && webhookProblem(config),
    ...unknownNames(config, scene.facts).map((name) => `{${name}} stands for nothing with this event.`),
  ]
  return problems.filter((problem): problem is string => Boolean(problem))
}

function webhookProblem({ url, method, body }: Planned['written']) {
  if (isPrivateHost(new URL(String(url)).hostname))
    return 'This is a private address, which is refused when it is called.'
  return method === 'GET' && body ? 'A GET takes no body: it is not sent.' : null
}

/** What a template names. */
const name = /\{((?:user|channel|guild|target|event|option|field|control)\.[\w.-]{1,190})\}/g

/** The names in the texts of a config that nothing stands for. */
function unknownNames(config: unknown, facts: Facts): string[] {
  const texts = textsIn(config)
  const names = texts.flatMap((text) => [...text.matchAll(name)].map(([, found]) => found!))
  return [...new Set(names)].filter((found) => !facts.has(found))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

import { guildId } from '#agent-tools/tool/inputs.ts'
import { listGuildIntegrations } from '#agent-tools/guilds/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { fitsBudget, sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

type StatusResponse = {
  status: string
  checked_at: string
  integrations: {
    slug: string
    name: string
    status: string
    enabled: boolean
    last_heartbeat_at: string | null
    last_error: { message: string } | null
  }[]
}

export const readIntegrationStatus = tool({
  name: 'read_integration_status',
  title: 'Read integration status',
  description:
    'Returns whether a server’s integrations work: Discord, the gateway, runners, email, sign-in and the chat. With slug, returns the status of one integration.',
  uses: [listGuildIntegrations],
  input: {
    guild_id: guildId,
    slug: {
      type: 'string',
      maxLength: 50,
      description: 'Name of one integration, such as discord or runners.',
    },
  },
  required: ['guild_id'],
  describeInput: ({ slug }) => slug,
  async run({ guild_id, slug }, { call }) {
    const { data } = await call<StatusResponse>(listGuildIntegrations, { params: { guildId: guild_id } })
    const known = data.integrations.map((one) => one.slug)
    if (slug && !known.includes(slug)) {
      const hint = `Available: ${known.join(', ')}.`
      return failure('not_found', `The ${slug} integration does not exist.`, { path: 'slug', hint })
    }
    const integrations = data.integrations
      .filter((one) => !slug || one.slug === slug)
      .map(({ slug, status, enabled, last_heartbeat_at, last_error }) => ({
        ...{ slug, status, enabled },
        ...(last_heartbeat_at ? { last_heartbeat_at } : {}),
        ...(last_error ? { last_error: sanitizeLine(last_error.message, 80) } : {}),
      }))
    const page = `/admin/guilds/${guild_id}/integrations`
    const answer = { ok: true as const, status: data.status, checked_at: data.checked_at, integrations, page }
    for (const one of integrations) if (!fitsBudget(answer)) delete one.last_error
    return answer
  },
})

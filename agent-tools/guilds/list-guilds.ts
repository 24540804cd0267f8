import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { listGuilds as operation } from '#agent-tools/guilds/operations.ts'
import { listResult, sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

type GuildsResponse = { guilds: { id: string; name: string }[]; total: number }

export const listGuilds = tool({
  name: 'list_guilds',
  title: 'List servers',
  description:
    'Lists the Discord servers that the signed-in person can manage on this site, with the ids for other tools.',
  uses: [operation],
  input: {
    query: { type: 'string', maxLength: 100, description: 'Part of the name.' },
    limit,
    offset,
  },
  describeInput: ({ query }) => query,
  async run({ query: q, limit: most, offset: start }, { call }) {
    const { data } = await call<GuildsResponse>(operation, { query: { q, limit: most, offset: start } })
    const guilds = data.guilds.map(({ id, name }) => ({
      id,
      name: sanitizeLine(name),
      page: `/admin/guilds/${id}`,
    }))
    return listResult('guilds', guilds, { total: data.total, offset: start })
  },
})

import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { listGuilds as operation } from '#agent-tools/guilds/operations.ts'
import { listResult, shorten } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

type GuildsResponse = { guilds: { id: string; name: string }[]; total: number }

export const listGuilds = tool({
  name: 'list_guilds',
  title: 'List the guilds',
  description:
    'Lists the Discord servers (guilds) that the person who is signed in may manage here, with the ids that the other tools take.',
  uses: [operation],
  input: {
    query: { type: 'string', maxLength: 100, description: 'A part of the name.' },
    limit,
    offset,
  },
  describeInput: ({ query }) => query,
  async run({ query: q, limit: most, offset: start }, { call }) {
    const { data } = await call<GuildsResponse>(operation, { query: { q, limit: most, offset: start } })
    const guilds = data.guilds.map(({ id, name }) => ({
      id,
      name: shorten(name),
      page: `/admin/guilds/${id}`,
    }))
    return listResult('guilds', guilds, { total: data.total, offset: start })
  },
})

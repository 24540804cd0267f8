import type { It, Thing } from '#tests/browser/agent-tools/tasks/task.ts'
import { GUILD } from '#tests/clients/site.ts'
import { snowflake } from '#tests/support/http/client.ts'

/** What readers need of an entry besides its title. */
export const description = 'When the people behind this site answer questions, and what to do meanwhile.'

type Over = Record<string, unknown>

/** A page that nobody has published. */
export const aDraft =
  (over: Over = {}) =>
  async ({ site, unique }: It): Promise<Thing> => {
    const fields = {
      slug: `t-${unique}`,
      title: 'Opening hours',
      body: 'We answer on *working days*.\n',
      ...over,
    }
    const body = { description, ...fields }
    return (await site.arrange<{ entry: Thing }>('POST', '/api/cms/page', body)).entry
  }

/** A page that readers have. */
export const aPage =
  (over: Over = {}) =>
  async (it: It): Promise<Thing> => {
    const { id, version } = await aDraft(over)(it)
    const path = `/api/cms/page/${id}/publish`
    return (await it.site.arrange<{ entry: Thing }>('POST', path, undefined, version)).entry
  }

/** Greets who joins. */
export const greeting = {
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [
    {
      id: 'greet',
      type: 'SEND_MESSAGE',
      config: { channel_id: '300000000000000006', content: 'Hi, {user.name}!' },
    },
  ],
}

/** An automation of the demo guild that is on. */
export const anAutomation = async ({ site, unique }: It): Promise<Thing> => {
  const body = { name: `Greet ${unique}`, enabled: true, ...greeting }
  const path = `/api/guilds/${GUILD}/automations`
  return (await site.arrange<{ automation: Thing }>('POST', path, body)).automation
}

/** A command of the demo guild. */
export const aCommand = async ({ site, unique }: It): Promise<Thing> => {
  const body = { name: `c${unique}`, description: 'When we answer', response: { content: 'At nine.' } }
  return (await site.arrange<{ command: Thing }>('POST', `/api/guilds/${GUILD}/commands`, body)).command
}

/** A guild in which nothing is. */
export const aGuild = async ({ site, unique }: It): Promise<Thing> => {
  const guild = { id: snowflake(), name: `Guild ${unique}` }
  await site.arrange('POST', '/api/guilds', guild)
  return { ...guild, version: 0 }
}

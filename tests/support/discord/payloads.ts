import { interaction, type SubmittedOption, type Interaction } from '#app/features/interactions/schema.ts'
import { aSnowflake } from '#tests/support/factories.ts'

type Over = Record<string, unknown>

/** The application that every payload is for. */
export const APPLICATION = '900000000000000001'

export const ada = {
  id: '800000000000000001',
  username: 'ada',
  global_name: 'Ada',
  discriminator: '0',
  avatar: null,
  public_flags: 0,
}
export const grace = { ...ada, id: '800000000000000002', username: 'grace', global_name: 'Grace' }

/** What Discord posts whatever it is about: somebody with usual permissions, in the channel #general of a guild. */
const base = (guild: string) => ({
  id: aSnowflake(),
  application_id: APPLICATION,
  version: 1,
  token: `aW50ZXJhY3Rpb246${aSnowflake()}`,
  guild_id: guild,
  guild: { id: guild, locale: 'en-US', features: [] },
  channel_id: '300000000000000001',
  channel: { id: '300000000000000001', name: 'general', type: 0, permissions: '2248473465835073' },
  member: {
    user: ada,
    nick: 'Countess',
    roles: ['400000000000000001'],
    permissions: '2248473465835073',
    joined_at: '2024-05-04T10:00:00.000000+00:00',
    deaf: false,
    mute: false,
  },
  locale: 'en-GB',
  guild_locale: 'en-US',
  app_permissions: '2248473465835073',
  context: 0,
  authorizing_integration_owners: { '0': guild },
  entitlements: [],
})

/** The payload as the service parses it. */
const through = (payload: object): Interaction => interaction.parse(JSON.parse(JSON.stringify(payload)))

type Command = {
  name?: string
  type?: number
  options?: SubmittedOption[]
  resolved?: object
  target_id?: string
}

/** Somebody uses a command. */
export const used = (guild: string, { name = 'hello', type = 1, ...data }: Command = {}, over: Over = {}) =>
  through({
    ...base(guild),
    type: 2,
    data: { id: aSnowflake(), guild_id: guild, name, type, ...data },
    ...over,
  })

/** Somebody types into an option of a command. */
export const typed = (guild: string, options: SubmittedOption[], over: Over = {}) =>
  through({
    ...base(guild),
    type: 4,
    data: { id: aSnowflake(), guild_id: guild, name: 'hello', type: 1, options },
    ...over,
  })

const message = {
  id: '700000000000000001',
  channel_id: '300000000000000001',
  type: 20,
  content: 'Hello!',
  flags: 0,
}

/** Somebody presses a button, or chooses in a select when there are values. */
export const pressed = (guild: string, custom_id: string, values?: string[], over: Over = {}) =>
  through({
    ...base(guild),
    type: 3,
    message: { ...message, author: { ...grace, bot: true }, embeds: [], components: [] },
    data: { custom_id, component_type: values ? 3 : 2, ...(values ? { values } : {}) },
    ...over,
  })

/** Somebody sends a form. */
export const submitted = (
  guild: string,
  custom_id: string,
  fields: Record<string, string>,
  over: Over = {},
) =>
  through({
    ...base(guild),
    type: 5,
    data: {
      custom_id,
      components: Object.entries(fields).map(([id, value], index) =>
        // Discord wraps a field in a row, or in a label where the form was made of labels.
        index % 2
          ? { type: 18, id: index, component: { type: 4, id: index + 10, custom_id: id, value } }
          : { type: 1, components: [{ type: 4, custom_id: id, value }] },
      ),
    },
    ...over,
  })

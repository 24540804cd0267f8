import { z } from 'zod'
import { actionsFit, actionWith } from '#app/features/actions/schema.ts'
import { conditionsFit, rule } from '#app/features/actions/conditions.ts'
import { components, modal } from '#app/features/commands/components.ts'
import { embed } from '#app/features/actions/embed.ts'
import { countCharacters, chatName, commandOptions, description } from '#app/features/commands/options.ts'
import { time } from '#app/primitives/schema.ts'

/** Numeric values of Discord's command types: slash, user and message commands. */
export const commandTypes = { chat_input: 1, user: 2, message: 3 } as const

const menuName = z
  .string()
  .trim()
  .min(1, { error: 'Enter a name.' })
  .max(32, { error: 'Use at most 32 characters.' })

const type = z
  .union([z.literal(1), z.literal(2), z.literal(3)], { error: 'Use 1, 2 or 3.' })
  .meta({ description: '1 is a slash command, 2 a user command, 3 a message command.', example: 1 })

const contexts = z
  .array(z.union([z.literal(0), z.literal(1), z.literal(2)], { error: 'Use 0, 1 or 2.' }))
  .min(1, { error: 'Select at least one context.' })
  .transform((list) => [...new Set(list)].sort())
  .meta({ description: 'Contexts: 0 in guilds, 1 with the bot, 2 in other private channels.' })

const response = z
  .strictObject({
    type: z.enum(['message', 'embed', 'action_only']).default('message'),
    content: z.string().max(2000, { error: 'Use at most 2,000 characters.' }).nullable().default(null),
    embed: embed.nullable().default(null),
  })
  .meta({
    id: 'CommandResponse',
    description: 'Text of the response. Templates such as `{user.mention}` are filled in.',
  })

const action = actionWith({ condition: rule.nullable().default(null) })
const [conditionsAreSmall, tooLarge] = conditionsFit
const actions = z
  .array(action)
  .max(10, { error: 'Use at most 10 actions.' })
  .refine((list) => conditionsAreSmall(list.flatMap(({ condition }) => condition ?? [])), tooLarge)
  .refine(...actionsFit)

/** Command fields that the author can change. */
const written = {
  type,
  enabled: z.boolean(),
  default_member_permissions: z
    .string()
    .regex(/^\d{1,20}$/, { error: 'Enter the permission bits as a decimal number.' })
    .nullable()
    .meta({ description: 'Default permissions, as a bit field. Null for everyone.', example: '8192' }),
  contexts,
  ephemeral: z.boolean().meta({ description: 'True if only the user sees the response.' }),
  defer: z.boolean().meta({ description: 'True if the response can take longer than three seconds.' }),
  cooldown_seconds: z
    .number()
    .int()
    .min(0)
    .max(86_400, { error: 'Use a whole number of seconds up to 86,400 (one day).' })
    .meta({ description: 'Cooldown per user, in seconds.' }),
  response,
  actions,
  components,
  modal: modal.nullable(),
  allowed_mentions: z
    .array(z.enum(['users', 'roles', 'everyone'], { error: 'Use users, roles or everyone.' }))
    .overwrite((list) => [...new Set(list)])
    .meta({ description: 'Mentions that notify. Default: none.' }),
}

export const commandInput = z
  .strictObject({
    ...written,
    name: z.string().meta({ example: 'hello' }),
    type: type.default(1),
    description: z.string().default('').meta({ example: 'Says hello' }),
    enabled: written.enabled.default(true),
    options: commandOptions.default([]),
    default_member_permissions: written.default_member_permissions.default(null),
    contexts: contexts.default([0]),
    ephemeral: written.ephemeral.default(false),
    defer: written.defer.default(false),
    cooldown_seconds: written.cooldown_seconds.default(0),
    actions: written.actions.default([]),
    components: components.default([]),
    modal: modal.nullable().default(null),
    allowed_mentions: written.allowed_mentions.default([]),
  })
  .superRefine((command, check) => {
    const say = (path: string, message: string) =>
      check.addIssue({ code: 'custom', path: path.split('.'), message })
    const isTyped = command.type === commandTypes.chat_input
    for (const issue of (isTyped ? chatName : menuName).safeParse(command.name).error?.issues ?? []) {
      say('name', issue.message)
    }
    if (isTyped) {
      for (const issue of description.safeParse(command.description).error?.issues ?? []) {
        say('description', issue.message)
      }
    } else {
      if (command.description)
        say('description', 'Remove the description. Only slash commands can have a description.')
      if (command.options.length) say('options', 'Remove the options. Only slash commands can have options.')
    }
    const { type: kind, content, embed: shown } = command.response
    if (kind === 'message' && !content?.trim() && !command.modal) say('response.content', 'Enter a response.')
    if (kind === 'embed' && !shown) say('response.embed', 'Add an embed.')
    if (kind === 'action_only' && !command.actions.length) say('actions', 'Add an action or a response.')
    if (command.name.length + command.description.length + countCharacters(command.options) > 8000) {
      say('options', 'Use at most 8,000 characters in all names, descriptions and choices together.')
    }
  })
  .meta({
    id: 'CommandInput',
    example: {
      name: 'hello',
      description: 'Says hello',
      response: { type: 'message', content: 'Hello, {user.mention}!', embed: null },
    },
  })

/** Command in the API and the console. */
export const command = z
  .object({
    id: z.string().meta({ example: '01JDEM00000000000000000002' }),
    name: z.string().meta({ example: 'hello' }),
    description: z.string().meta({ example: 'Says hello' }),
    options: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'Option objects as defined by Discord.' }),
    ...written,
    source: z.enum(['custom', 'builtin']),
    registered: z.boolean().meta({ description: 'True if the current version is registered with Discord.' }),
    discord_command_id: z.string().nullable(),
    registered_at: time.nullable(),
    use_count: z.number().int(),
    error_count: z.number().int(),
    last_used_at: time.nullable(),
    last_error: z.object({ message: z.string(), at: time }).nullable(),
    created_at: time,
    updated_at: time,
    version: z.number().int(),
  })
  .meta({ id: 'Command', description: 'Slash, user or message command in a guild.' })

export type Command = z.output<typeof command>
export type CommandInput = z.output<typeof commandInput>

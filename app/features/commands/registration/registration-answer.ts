import { z } from 'zod'
import type { CommandOption } from '#app/features/commands/options.ts'

/** Discord writes null where something is not set, and leaves it out as often. */
const maybe = <S extends z.ZodType>(schema: S) => schema.nullish().transform((value) => value ?? undefined)

const choice = z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })

const option: z.ZodType<CommandOption> = z.lazy(() =>
  z.object({
    type: z.number(),
    name: z.string(),
    description: z.string(),
    required: maybe(z.boolean()),
    choices: maybe(z.array(choice)),
    options: maybe(z.array(option)),
    channel_types: maybe(z.array(z.number())),
    min_value: maybe(z.number()),
    max_value: maybe(z.number()),
    min_length: maybe(z.number()),
    max_length: maybe(z.number()),
    autocomplete: maybe(z.boolean()),
  }),
)

/** The commands of a guild as Discord has them: of all that it says, what we send too, and the id. */
export const discordCommands = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.number().default(1),
    description: maybe(z.string()),
    options: maybe(z.array(option)),
    default_member_permissions: z.string().nullish().default(null),
    contexts: z.array(z.number()).nullish().default(null),
  }),
)

export type DiscordCommand = z.output<typeof discordCommands>[number]

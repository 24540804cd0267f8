import { z } from 'zod'

const person = z.looseObject({
  id: z.string(),
  username: z.string().default(''),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
})

/** An option that the user filled in; sub-commands nest. */
export type GivenOption = { name: string; type: number; value?: unknown; options?: GivenOption[] | undefined }
const givenOption: z.ZodType<GivenOption> = z.lazy(() =>
  z.looseObject({
    name: z.string(),
    type: z.number(),
    value: z.unknown().optional(),
    options: z.array(givenOption).optional(),
  }),
)

/** What Discord posts, as far as we read it. Unknown fields are Discord's to add. */
export const interaction = z.looseObject({
  id: z.string().min(1).max(40),
  type: z.number().int(),
  guild_id: z.string().nullish(),
  channel_id: z.string().nullish(),
  channel: z.looseObject({ id: z.string(), name: z.string().nullish() }).nullish(),
  member: z.looseObject({ user: person }).nullish(),
  user: person.nullish(),
  data: z
    .looseObject({
      name: z.string().optional(),
      type: z.number().optional(),
      options: z.array(givenOption).optional(),
    })
    .optional(),
})

export type Interaction = z.infer<typeof interaction>

/** Types in: what Discord asks. */
export const asks = { ping: 1, command: 2, component: 3, autocomplete: 4, modal: 5 } as const
/** Types out: how we answer. */
export const answers = { pong: 1, message: 4, autocomplete: 8 } as const
/** The flag of a message that only the one who asked can see. */
export const EPHEMERAL = 64

export type Answer = { type: number; data?: Record<string, unknown> }

import { z } from 'zod'
import { isReadOnly } from '#app/access.ts'
import type { Context } from '#app/context.server.ts'
import { allowGuild } from '#app/features/guilds/guilds.server.ts'
import { Conflict, Refusal } from '#app/errors.ts'
import { createAutomation, listAutomations } from '#app/features/automations/automations.server.ts'
import { forecastActions, type Forecast } from '#app/features/automations/dry-run.server.ts'
import { templateOf } from '#app/features/automations/templates.ts'
import { commandTemplates } from '#app/features/commands/drafts.ts'
import { createCommand, listCommands } from '#app/features/commands/manage.server.ts'
import { registerCommands } from '#app/features/commands/registration/register.server.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { directoryOf } from '#app/features/directory/directory.server.ts'
import { permissionBits, permissionsIn } from '#app/features/directory/permissions.ts'
import { lockGuilds } from '#app/features/guilds/lock.server.ts'
import { inTransaction } from '#app/platform/db/transaction.server.ts'
import { snowflake } from '#app/primitives/schema.ts'

const TEXT_CHANNEL = 0
const { VIEW_CHANNEL } = permissionBits

/** Fields of the quick start, named like those of the action that greets. */
export const quickStartInput = z.object({
  content: z
    .string()
    .trim()
    .min(1, { error: 'Enter a greeting.' })
    .max(2000, { error: 'Use at most 2,000 characters.' }),
  channel_id: snowflake,
  hello: z
    .literal('yes')
    .optional()
    .transform((value) => value === 'yes'),
})

type Input = z.output<typeof quickStartInput> & { guildId: string }

/** Items that a quick start created. `problem` says why the command is not registered with Discord. */
export type QuickStarted = {
  automation: { id: string; name: string }
  /** Problems and warnings of the automation. */
  forecast: Forecast
  command: { id: string; name: string } | null
  problem: string | null
}

/**
 * Returns the greeting and channel that the quick start suggests, or null without a bot or with items in the guild. The
 * channel is one that new members see, if there is one.
 */
export async function readQuickStart(ctx: Context, { guildId }: { guildId: string }) {
  await allowGuild(ctx, 'guild:read', guildId)
  if (isReadOnly(ctx.actor) || !ctx.bot.current() || (await hasItems(ctx, guildId))) return null
  const { channels, roles } = await directoryOf(ctx, guildId)
  const writable = [...channels.values()].filter(
    ({ type, blocks, deleted_at }) => type === TEXT_CHANNEL && !blocks.write && !deleted_at,
  )
  const newMember = { guildId, roles: [...roles.values()], member: { id: '', roles: [] } }
  const visible = writable.filter((one) => permissionsIn({ ...newMember, channel: one }) & VIEW_CHANNEL)
  const channel = visible.find(({ name }) => /welcome/i.test(name)) ?? visible[0] ?? writable[0]
  return {
    content: String(welcome().greet.config.content),
    channel_id: channel?.id ?? '',
    isReported: channels.size > 0,
  }
}

/**
 * Creates the first automation of a guild, which greets new members, and optionally the command `hello`, which is then
 * registered with Discord. Created items remain if Discord is down. Throws `Conflict` if the guild already has items.
 */
export async function startQuickly(
  ctx: Context,
  { guildId, hello, ...config }: Input,
): Promise<QuickStarted> {
  await allowGuild(ctx, 'guild:write', guildId)
  const created = await inTransaction(ctx, async (inner) => {
    await lockGuilds(inner, [guildId])
    if (await hasItems(inner, guildId))
      throw new Conflict('This server already has an automation or a command. Reload the page.')
    const { greet, ...input } = welcome()
    const actions = [{ ...greet, config }]
    const automation = await createAutomation(inner, { guildId, ...input, enabled: true, actions })
    const command = hello
      ? await createCommand(inner, { guildId, ...commandInput.parse(commandTemplates[0].draft) })
      : null
    return {
      automation: { id: automation.id, name: automation.name },
      command: command && { id: command.id, name: command.name },
    }
  })
  return {
    ...created,
    forecast: await forecastActions(ctx, { guildId, id: created.automation.id }),
    problem: hello ? await registrationProblem(ctx, guildId) : null,
  }
}

/** Returns the template that welcomes new members, with the action that greets them. */
function welcome() {
  const { actions, ...input } = templateOf('welcome')
  return { ...input, greet: actions[0]! }
}

async function hasItems(ctx: Context, guildId: string): Promise<boolean> {
  const page = { guildId, limit: 1, offset: 0 }
  return (await listAutomations(ctx, page)).total + (await listCommands(ctx, page)).total > 0
}

/** Registers the commands, and returns the error message if that fails. */
async function registrationProblem(ctx: Context, guildId: string): Promise<string | null> {
  try {
    await registerCommands(ctx, { guildId })
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

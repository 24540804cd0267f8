import { DEMO_GUILD } from '#app/features/guilds/demo-guild.ts'
import type { Context } from '#app/context.server.ts'
import { allow } from '#app/access.ts'
import { inviteUrl } from '#app/features/actions/permissions.ts'
import { readBot } from '#app/features/bots/bots.server.ts'
import { botProblems } from '#app/features/bots/schema.ts'
import type { ApplicationFacts } from '#app/features/bots/application.server.ts'
import { type ApplicationState, readApplication } from '#app/features/bots/refresh.server.ts'
import { summarizeCommands } from '#app/features/commands/registration/overview.server.ts'
import { listGuilds, pageOfGuilds } from '#app/features/guilds/guilds.server.ts'
import {
  INVITE_FIX,
  type BotCheck,
  type BotCheckId,
  type BotReport,
} from '#app/features/integrations/bot/schema.ts'
import { deliveryOf } from '#app/features/integrations/bot/delivery.ts'
import { missingIntents } from '#app/features/bots/intents.ts'
import { lastHeartbeat } from '#app/features/integrations/store.server.ts'
import { gatewayPresence } from '#app/features/runners/presence.server.ts'
import { countAllMembers } from '#app/features/stats/stats.server.ts'
import { formatTimestamp } from '#app/primitives/dates.ts'
import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Number of users from which Discord reviews the privileged intents of a bot, and from which a warning is shown. */
const REVIEW_USERS = 10_000
const WARN_USERS = 8_000

type Outcome = Omit<BotCheck, 'id'>

/**
 * Returns the bot and the result of each check. Asks Discord at most once every 30 seconds, or always with `force`.
 * Discord's last response is kept, so an outage at Discord does not hide it. The demo guild does not count.
 */
export async function checkBot(ctx: Context, { force = false } = {}): Promise<BotReport> {
  allow(ctx, 'bot:manage')
  const application = await readApplication(ctx, { force })
  const bot = await readBot(ctx)
  const current = ctx.bot.current()
  if (!current) {
    const problem = botProblems[bot.status]
    const found = application.problem?.message ?? 'No bot token can be used.'
    const checks: BotCheck[] = problem
      ? [{ id: 'token', status: 'failed', found, at: application.problem?.at ?? null, fix: problem }]
      : []
    return { bot, checks, delivery: null, invite_url: null }
  }
  const at = ctx.now().toISOString()
  const { facts } = application
  const gateway = await gatewayPresence(ctx)
  const commands = await summarizeCommands(ctx, current.applicationId)
  const guilds = (await listGuilds(ctx)).filter(({ id }) => id !== DEMO_GUILD.id).length
  const { total: pending } = await pageOfGuilds(ctx, { state: 'pending', limit: 1, offset: 0 })
  const outcomes: Record<BotCheckId, Outcome | null> = {
    token: tokenOutcome(ctx, application, bot.name),
    intents: facts && intentsOutcome(facts, application.checked_at),
    delivery: facts && deliveryOutcome(ctx, facts, application.checked_at),
    gateway: gatewayOutcome(ctx, gateway, at),
    invite: inviteOutcome(facts, application.checked_at),
    server: serverOutcome({ guilds, pending }, facts, at),
    commands: commandsOutcome(commands, guilds),
    event: seenOutcome(
      (await lastHeartbeat(ctx.db, 'discord-gateway')).at,
      'Discord has sent events.',
      'No event has arrived yet.',
      'Write a message in a server that has the bot.',
    ),
    command: seenOutcome(
      commands.used_at,
      'The bot has responded to a command.',
      'No command has been used yet.',
      'Register the commands of a server, and use one in Discord.',
    ),
    growth: growthOutcome(await countAllMembers(ctx), at),
  }
  const checks = (Object.entries(outcomes) as [BotCheckId, Outcome | null][]).flatMap(([id, outcome]) =>
    outcome ? [{ id, ...outcome }] : [],
  )
  return {
    bot,
    checks,
    delivery: facts && deliveryOf(facts.interactions_endpoint_url, ctx.config.siteUrl),
    invite_url: inviteUrl(current.applicationId),
  }
}

const ok = (found: string, at: string | null): Outcome => ({ status: 'ok', found, at, fix: null })
const not = (
  status: 'waiting' | 'warning' | 'failed',
  found: string,
  at: string | null,
  fix: string,
): Outcome => ({
  status,
  found,
  at,
  fix,
})

function tokenOutcome(
  { config, bot }: Context,
  { problem, checked_at }: ApplicationState,
  name: string | null,
) {
  if (problem?.code === 'token') {
    const where = config.discordBotToken ? 'DISCORD_BOT_TOKEN, and restart Signpost' : 'the form below'
    return not(
      'failed',
      'Discord rejects the token.',
      problem.at,
      `Reset the token in the developer portal. Enter the new token in ${where}.`,
    )
  }
  if (problem) {
    const last = checked_at ? ` Discord last responded on ${formatTimestamp(checked_at)}.` : ''
    return not('warning', `${problem.message}${last}`, problem.at, 'Select “Check again” in a minute.')
  }
  if (!checked_at) return not('waiting', 'Discord has not been asked yet.', null, 'Select “Check again”.')
  const { row } = bot.state()
  const ids = [config.discordApplicationId, config.discordPublicKey]
  if (row && ((ids[0] && ids[0] !== row.application_id) || (ids[1] && ids[1] !== row.public_key)))
    return not(
      'failed',
      `The token belongs to ${name} (${row.application_id}), which is not the application in the environment variables.`,
      checked_at,
      'Correct DISCORD_APPLICATION_ID and DISCORD_PUBLIC_KEY, or remove them.',
    )
  return ok(`Discord accepts the token of ${name}.`, checked_at)
}

function intentsOutcome({ flags }: ApplicationFacts, at: string | null): Outcome {
  const missing = missingIntents(flags)
  if (!missing.length) return ok('The bot receives member and message events.', at)
  return not(
    'failed',
    `Not enabled: ${missing.join(', ')}. ${missing.length > 1 ? 'These intents are' : 'This intent is'} required for joins, leaves, role changes and message text.`,
    at,
    'Select “Enable intents”, or enable them on the “Bot” page of the developer portal.',
  )
}

function deliveryOutcome({ config }: Context, facts: ApplicationFacts, at: string | null): Outcome {
  const url = facts.interactions_endpoint_url
  switch (deliveryOf(url, config.siteUrl)) {
    case 'gateway':
      return ok('Discord sends interactions over the gateway. No public URL is required.', at)
    case 'http':
      return ok(`Discord sends interactions to this site: ${url}`, at)
    default:
      return not(
        'failed',
        `Discord sends interactions to another URL, so commands do not arrive here: ${url}`,
        at,
        'Select “Use the gateway”. If another program uses that URL, create a separate bot for it.',
      )
  }
}

function gatewayOutcome(
  { config }: Context,
  gateway: Awaited<ReturnType<typeof gatewayPresence>>,
  at: string,
) {
  if (gateway.isConnected && (gateway.isLed || config.runnerEmbedded === false))
    return ok('A runner is connected to Discord’s gateway.', gateway.lastSeenAt)
  const fix =
    config.runnerEmbedded === false
      ? 'RUNNER_EMBEDDED is off. Start a runner with DISCORD_BOT_TOKEN, or remove the setting.'
      : 'The runner starts within seconds. If it does not, search the log for “gateway”.'
  return not('waiting', 'No runner is connected to Discord’s gateway.', gateway.lastSeenAt ?? at, fix)
}

function inviteOutcome(facts: ApplicationFacts | null, at: string | null): Outcome {
  if (facts?.requires_code_grant)
    return not(
      'failed',
      'The invite link cannot add the bot.',
      at,
      'On the “Bot” page of the developer portal, turn off “Requires OAuth2 Code Grant”.',
    )
  const who = facts?.is_public === false ? ' Only the owner of the application can use it.' : ''
  return ok(`The link asks for exactly the permissions that the actions use.${who}`, at)
}

function serverOutcome(
  { guilds, pending }: { guilds: number; pending: number },
  facts: ApplicationFacts | null,
  at: string,
): Outcome {
  if (pending > 0 && guilds === 0)
    return not(
      'waiting',
      `${formatAmount(pending, 'server is', 'servers are')} waiting for approval.`,
      at,
      'Select “Open servers”, then “Approve”.',
    )
  const there = facts?.guilds ?? null
  const count = formatAmount(guilds, 'server', 'servers')
  if (guilds > 0 && there !== 0) return ok(`${count} in the console.`, at)
  if (guilds > 0) return not('waiting', `${count} in the console, but the bot is in none.`, at, INVITE_FIX)
  return there
    ? not(
        'waiting',
        `The bot is in ${formatAmount(there, 'server', 'servers')}, and the console has none.`,
        at,
        'Approve the server on the “Servers” page, or add it on the overview of the console.',
      )
    : not('waiting', 'The bot is in no server.', at, INVITE_FIX)
}

function commandsOutcome(
  { guilds, registered_at, failure }: Awaited<ReturnType<typeof summarizeCommands>>,
  known: number,
): Outcome {
  if (failure)
    return not(
      'failed',
      `The last registration of the server ${failure.guild_id} failed: ${failure.message}`,
      failure.at,
      'Open the commands of the server, and select “Register with Discord” again.',
    )
  if (guilds > 0)
    return ok(`Commands of ${formatAmount(guilds, 'server', 'servers')} are registered.`, registered_at)
  const fix = known
    ? 'Open the commands of a server, and select “Register with Discord”.'
    : 'Approve or add a server first.'
  return not('waiting', 'No commands are registered for this bot.', null, fix)
}

const seenOutcome = (at: string | null, seen: string, unseen: string, fix: string): Outcome =>
  at ? ok(seen, at) : not('waiting', unseen, null, fix)

function growthOutcome(members: number, at: string): Outcome {
  if (!members) return ok('No members have been counted yet.', at)
  const found = `The servers have ${formatAmount(members, 'member', 'members')} in total.`
  if (members < WARN_USERS) return ok(found, at)
  return not(
    'warning',
    found,
    at,
    `When a bot reaches ${formatInteger(REVIEW_USERS)} users, Discord reviews its privileged intents. Apply in the developer portal within 90 days of Discord’s notice.`,
  )
}

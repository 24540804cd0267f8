import type { Context } from '#app/context.server.ts'
import type { GatewayEvent } from '#app/features/events/schema.ts'

/** Checks whether the bot itself caused the event. For most bots, the user id is the application id. */
export const isOwn = ({ bot }: Pick<Context, 'bot'>, { actor, data }: GatewayEvent): boolean =>
  actor !== null &&
  actor.is_bot &&
  (data.self === true || actor.id === bot.application().id || actor.id === bot.current()?.userId)

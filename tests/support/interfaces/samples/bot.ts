import { claimGuild } from '#app/features/claims/claims.server.ts'
import type { Input } from '#tests/support/interfaces/interfaces.ts'
import type { Fields, Sample } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'

const bot = 'routes/console/bot.tsx'
const servers = 'routes/account/profile.servers.tsx'

const place = (isClaimed: boolean) => async (world: World) => {
  const { id, token, ctx } = await world.aPlace()
  if (isClaimed) await claimGuild(await ctx(), { guildId: id })
  return { session: token, params: { guildId: id } }
}
const onServer = (intent: string): Sample['forms'] => ({
  [servers]: ({ params }): Fields => ({ intent, id: params.guildId! }),
})
const token = ({ body }: Input) => ({ token: String(body!.token) })

export const botSamples: Record<string, Sample> = {
  readBot: { needsBot: true, commands: { 'bot status': () => ({}) } },
  connectBot: {
    prepare: async ({ discord }) => ({ body: { token: discord.env.DISCORD_BOT_TOKEN } }),
    wrong: { token: 'half' },
    forms: { [bot]: (input) => ({ intent: 'connect', ...token(input) }) },
    commands: { 'bot connect': token },
  },
  disconnectBot: {
    needsBot: true,
    forms: { [bot]: () => ({ intent: 'disconnect', confirm: 'yes' }) },
    commands: { 'bot disconnect': () => ({}) },
  },
  enableBotIntents: { needsBot: true, forms: { [bot]: () => ({ intent: 'intents' }) } },
  setBotDelivery: {
    needsBot: true,
    body: { delivery: 'http' },
    wrong: { delivery: 'pigeon' },
    // The form is a button, so its value is always valid.
    forms: { [bot]: ({ body }) => (body.delivery === 'http' ? { intent: 'http' } : null) },
  },
  claimGuild: { needsBot: true, prepare: place(false), forms: onServer('claim') },
  releaseGuild: { needsBot: true, prepare: place(true), forms: onServer('release') },
}

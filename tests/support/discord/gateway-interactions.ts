import type { FakeDiscord } from '#tests/mocks/fake-discord.ts'
import { newId } from '#tests/mocks/fake-discord-world.ts'

/** The token that tests look for where it must not be. */
export const PLANTED = 'aW50ZXJhY3Rpb246-planted-secret'

const tokenOf = (id: string) => `${PLANTED}-${id}`

/** An interaction as the gateway sends it. Its token has the planted text and its id. */
export function aDispatch(discord: FakeDiscord, guild: string | null, over: { id?: string } & object = {}) {
  const id = over.id ?? newId()
  return {
    id,
    application_id: discord.env.DISCORD_APPLICATION_ID,
    type: 2,
    version: 1,
    token: tokenOf(id),
    ...(guild
      ? { guild_id: guild, member: { user: { id: newId(), username: 'ada' }, permissions: '8' } }
      : {}),
    channel_id: newId(),
    context: guild ? 0 : 1,
    data: { id: newId(), type: 1, name: 'hello', options: [] },
    ...over,
  }
}

/** What Discord was sent for an interaction: the first response, edits, deletions and follow-ups. */
export const sentFor = (discord: FakeDiscord, id: string) =>
  discord.calls
    .filter(({ path }) => path.includes(`/${tokenOf(id)}`))
    .map(({ method, path, body }) => [
      `${method} ${path.replace(/.*\//, '').replace(tokenOf(id), 'followup')}`,
      body,
    ])

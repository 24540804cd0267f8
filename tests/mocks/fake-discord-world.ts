import { randomInt } from 'node:crypto'

/** An id as Discord makes them; later ones are greater. */
export const newId = () => String((BigInt(Date.now() - 1_420_070_400_000) << 22n) + BigInt((made += 1)))
let made = randomInt(1_000)

export type FakeUser = { id: string; username: string; global_name: string | null; bot?: boolean }
export type FakeMember = { user: FakeUser; nick: string | null; roles: string[]; joined_at: string }
type FakeOverwrite = { id: string; type: 0 | 1; allow: string; deny: string }
export type FakeChannel = {
  id: string
  type: number
  name: string
  parent_id: string | null
  position?: number
  flags?: number
  permission_overwrites?: FakeOverwrite[]
}
export type FakeRole = {
  id: string
  name: string
  color?: number
  position?: number
  permissions?: string
  managed?: boolean
}
export type FakeMessage = { id: string; channel_id: string; guild_id?: string; author: FakeUser } & Record<
  string,
  unknown
>
export type FakeGuild = {
  id: string
  name: string
  channels: FakeChannel[]
  roles: FakeRole[]
  members: FakeMember[]
  emojis: { id: string; name: string; animated?: boolean; available?: boolean; roles?: string[] }[]
  voice_states: { user_id: string; channel_id: string }[]
  /** What Discord says of a guild with `with_counts`, and of its boosts. */
  online: number
  boosts: number
}

export const aUser = (over: Partial<FakeUser> = {}): FakeUser => {
  const id = newId()
  return { id, username: `user${id}`, global_name: 'Ada', ...over }
}

export const aMember = (over: Partial<FakeMember> = {}): FakeMember => ({
  user: aUser(),
  nick: null,
  roles: [],
  joined_at: new Date().toISOString(),
  ...over,
})

/** A guild with a category, a text channel and a voice channel in it, a role, and the members that are named. */
export function aGuild(over: Partial<FakeGuild> = {}): FakeGuild {
  const id = over.id ?? newId()
  const category = { id: newId(), type: 4, name: 'Talk', parent_id: null }
  return {
    id,
    name: 'Harbour',
    channels: [
      category,
      { id: newId(), type: 0, name: 'general', parent_id: category.id },
      { id: newId(), type: 2, name: 'Lounge', parent_id: category.id },
    ],
    roles: [
      { id, name: '@everyone' },
      { id: newId(), name: 'Newcomer' },
    ],
    members: [],
    emojis: [{ id: newId(), name: 'wave' }],
    voice_states: [],
    online: 3,
    boosts: 2,
    ...over,
  }
}

/** A guild as `GUILD_CREATE` has it. */
export const asCreated = ({ online: _, boosts, ...guild }: FakeGuild) => ({
  ...guild,
  unavailable: false,
  large: false,
  member_count: guild.members.length,
  premium_subscription_count: boosts,
  premium_tier: boosts > 1 ? 1 : 0,
  threads: [],
})

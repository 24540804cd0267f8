import type { Role } from '#app/access.ts'
import { createConversation } from '#app/features/chat/conversations.server.ts'
import { submitMessage } from '#app/features/contact/contact.server.ts'
import { createInvitation } from '#app/features/invitations/invitations.server.ts'
import { saveGuildPolicy } from '#app/features/guilds/policy.server.ts'
import { assignManager } from '#app/features/guilds/managers.server.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { aMessage, keptMessages } from '#tests/support/db/contact.ts'
import { signedIn } from '#tests/support/db/people.ts'
import type { Input } from '#tests/support/interfaces/interfaces.ts'
import type { Sample } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'
import { anEmail, aSnowflake, aUser } from '#tests/support/factories.ts'

const password = 'correct horse battery'
const newPassword = 'a horse that eats batteries'

/** Signs in a new person, whose account the call changes. */
async function person(world: World, role: Role = 'member') {
  const user = await aUser(world, { name: 'Program', role })
  return { user, ...(await signedIn(world, user)) }
}
const own = async (world: World): Promise<Partial<Input>> => ({ session: (await person(world)).token })
const account = async (world: World) => ({ params: { id: (await aUser(world)).id } })

const user = 'routes/console/users.$id.tsx'
const invitations = 'routes/console/users.invitations.tsx'
const managers = 'routes/console/guild/managers.tsx'
const servers = 'routes/console/servers.tsx'
const inbox = 'routes/console/inbox.$id.tsx'
const profile = 'routes/account/profile._index.tsx'
const security = 'routes/account/profile.security.tsx'
const chats = ['routes/site/chat.$id.tsx', 'routes/site/chat._index.tsx']

const message = async (world: World) => {
  await submitMessage(world.ctx({ kind: 'anonymous' }), aMessage())
  return { params: { id: (await keptMessages(world)).at(-1)!.id } }
}
const invitation = async (world: World, guildId: string) => {
  const { invitation: made } = await createInvitation((await person(world, 'admin')).ctx, {
    email: anEmail(),
    role: 'member',
    guild_id: guildId,
  })
  return { params: { guildId, id: made.id } }
}
const manager = (isOne: boolean) => async (world: World, guildId: string) => {
  const { id: userId } = await aUser(world)
  if (isOne) await assignManager(world.ctx(), { guildId, userId })
  return { params: { guildId, userId } }
}
const conversation = async (world: World) => {
  const { token, ctx } = await person(world)
  return { session: token, params: { id: (await createConversation(ctx, { title: 'Backups' })).id } }
}
/** The page without a conversation has no id, so only the other page can send the form. */
const chatForms = (fields: Record<string, string>): Sample['forms'] => ({
  [chats[0]!]: ({ body }) => ({ ...fields, ...(body as Record<string, string> | undefined) }),
  [chats[1]!]: () => null,
})
const paged = { query: { limit: 5 }, wrong: { limit: 0 } }
const states = { active: 'approve', left: 'leave', blocked: 'block', pending: 'unblock' } as const
const stateCommand =
  (state: keyof typeof states) =>
  ({ params, body }: Input) =>
    body!.state === state ? { id: params.guildId } : null

export const peopleSamples: Record<string, Sample> = {
  readProfile: { prepare: own },
  updateProfile: {
    prepare: own,
    body: { name: 'Ada Lovelace' },
    wrong: { name: '' },
    forms: { [profile]: ({ body }) => ({ intent: 'profile', name: String(body.name) }) },
  },
  signup: {
    // A sign-up ends the session of the browser.
    prepare: async () => ({ session: '', body: { name: 'Ada', email: anEmail(), password } }),
    wrong: { name: '' },
    forms: { 'routes/account/signup.tsx': ({ body }) => body as Record<string, string> },
  },
  requestPasswordReset: {
    prepare: async (world) => ({ body: { email: (await aUser(world)).email } }),
    wrong: { email: 'nobody' },
    forms: { 'routes/account/reset-password.tsx': ({ body }) => body as Record<string, string> },
  },
  logout: { prepare: own, accepts: ['denied'], tools: { sign_out: () => ({}) } },
  listSessions: { prepare: own },
  revokeSession: {
    async prepare(world) {
      const { user: one, token, ctx } = await person(world)
      await signedIn(world, one)
      const sessions = await world.app.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', one.id)
        .execute()
      const mine = ctx.actor.kind === 'user' ? ctx.actor.sessionId : ''
      return { session: token, params: { id: sessions.find(({ id }) => id !== mine)!.id } }
    },
    forms: { [security]: ({ params }) => ({ intent: 'revoke', id: params.id! }) },
  },
  closeOtherSessions: {
    async prepare(world) {
      const { user: one, token } = await person(world)
      await signedIn(world, one)
      return { session: token }
    },
    forms: { [security]: () => ({ intent: 'others' }) },
  },
  changePassword: {
    prepare: own,
    body: { current_password: password, new_password: newPassword },
    wrong: { new_password: 'short' },
    forms: { [security]: ({ body }) => ({ intent: 'password', ...(body as Record<string, string>) }) },
  },
  proveIdentity: {
    prepare: own,
    body: { password },
    wrong: { password: '' },
    forms: {
      [security]: ({ body }) => ({ intent: 'prove', password: String(body.password) }),
      'routes/account/proof.tsx': ({ body }) => ({ password: String(body.password) }),
    },
  },
  deleteProfile: {
    prepare: own,
    body: { password },
    wrong: { password: '' },
    forms: {
      'routes/account/profile.data.tsx': ({ body }) => ({
        intent: 'delete',
        sure: 'yes',
        password: String(body.password),
      }),
    },
  },
  resendVerification: { prepare: own, forms: { [profile]: () => ({ intent: 'verify' }) } },
  updateUser: {
    prepare: account,
    body: { role: 'editor' },
    wrong: { role: 'king' },
    forms: { [user]: ({ body }) => ({ intent: 'role', role: String(body.role) }) },
  },
  closeUserSessions: {
    async prepare(world) {
      const one = await aUser(world)
      await signedIn(world, one)
      return { params: { id: one.id } }
    },
    forms: { [user]: () => ({ intent: 'sessions' }) },
  },
  createInvitation: {
    prepare: async (_, guildId) => ({
      params: { guildId },
      body: { email: anEmail(), role: 'member', guild_id: guildId },
    }),
    wrong: { email: 'nobody' },
    forms: {
      [invitations]: ({ body }) => ({ intent: 'invite', ...(body as Record<string, string>) }),
      [managers]: ({ body }) => ({ intent: 'invite', email: String(body.email) }),
    },
  },
  revokeInvitation: {
    prepare: invitation,
    forms: {
      [invitations]: ({ params }) => ({ intent: 'revoke', id: params.id! }),
      [managers]: ({ params }) => ({ intent: 'revoke', id: params.id! }),
    },
  },
  addManager: {
    prepare: manager(false),
    forms: { [managers]: ({ params }) => ({ intent: 'restore', userId: params.userId! }) },
  },
  removeManager: {
    prepare: manager(true),
    accepts: ['unknown'],
    forms: { [managers]: ({ params }) => ({ intent: 'remove', userId: params.userId! }) },
  },
  addGuild: {
    prepare: async () => ({ params: {}, body: { id: aSnowflake(), name: 'A guild' } }),
    wrong: { id: '7' },
    forms: {
      'routes/console/_index.tsx': ({ body }) => ({ intent: 'add', ...(body as Record<string, string>) }),
    },
    commands: { 'guilds add': ({ body }) => body },
  },
  setGuildState: {
    body: { state: 'blocked' },
    wrong: { state: 'asleep' },
    forms: {
      [servers]: ({ params, body }) =>
        body.state === 'blocked' ? { intent: 'block', id: params.guildId!, sure: 'yes' } : null,
    },
    commands: Object.fromEntries(
      Object.entries({ ...states }).map(([state, verb]) => [
        `guilds ${verb}`,
        stateCommand(state as keyof typeof states),
      ]),
    ),
  },
  readGuildPolicy: { commands: { 'guilds policy': () => ({}) } },
  saveGuildPolicy: {
    async prepare({ ctx }) {
      await saveGuildPolicy(ctx(), { policy: 'allow_list', leave_after_days: null })
      return {}
    },
    body: { policy: 'open', leave_after_days: null },
    wrong: { policy: 'perhaps' },
    forms: { [servers]: ({ body }) => ({ intent: 'policy', policy: String(body.policy), leave: 'no' }) },
    commands: { 'guilds policy': ({ body }) => ({ set: body.policy }) },
  },
  saveSiteSettings: {
    async prepare({ app, ctx }) {
      await app.db.deleteFrom('site_settings').execute()
      const { version } = await saveSiteSettings(ctx(), { version: 0, settings: { tagline: 'Notes' } })
      return { version }
    },
    body: { settings: { tagline: 'Notes for everyone' } },
    wrong: { settings: { tagline: 'x'.repeat(2_000) } },
    forms: {
      'routes/console/settings.tsx': ({ body, version }) => ({
        ...{ intent: 'save', version: `${version}` },
        'settings.tagline': (body.settings as { tagline: string }).tagline,
      }),
      'routes/console/setup.tsx': () => null,
    },
  },
  changeSubmission: {
    prepare: message,
    body: { note: 'Call back.' },
    wrong: { note: 'x'.repeat(3_000) },
    forms: { [inbox]: ({ body }) => ({ intent: 'note', note: String(body.note) }) },
  },
  deleteSubmission: { prepare: message, forms: { [inbox]: () => ({ intent: 'delete', sure: 'yes' }) } },
  sendMessage: {
    body: { name: 'Ada', email: 'ada@example.com', subject: 'A key', message: 'We would like a key.' },
    wrong: { message: '' },
    forms: { 'routes/site/contact.tsx': ({ body }) => body as Record<string, string> },
  },
  markNoticesSeen: {
    prepare: async (world) => ({ session: (await person(world, 'editor')).token }),
    body: { until: '2026-11-21T09:30:00.000Z' },
    wrong: { until: 'now' },
    forms: { 'routes/console/notices.tsx': ({ body }) => ({ intent: 'seen', until: String(body.until) }) },
  },
  askChat: {
    prepare: own,
    body: { message: 'What is Markdown?' },
    wrong: { message: '' },
    tools: { ask_assistant: ({ body }) => ({ question: body.message }) },
  },
  renameConversation: {
    prepare: conversation,
    body: { title: 'Restores' },
    wrong: { title: '' },
    forms: chatForms({ intent: 'rename' }),
  },
  deleteConversation: { prepare: conversation, forms: chatForms({ intent: 'delete', sure: 'yes' }) },
  stopAnswer: { prepare: conversation, forms: chatForms({ intent: 'stop' }) },
  listGuilds: paged,
  readGuildStats: {
    query: { days: 7 },
    wrong: { days: 0 },
    tools: {
      export_stats: ({ params, query }) =>
        query.days === 7 ? { guild_id: params.guildId, format: 'csv' } : null,
    },
  },
  // The tool returns the URL of the export without downloading it.
  exportGuildStats: { query: { format: 'csv' }, tools: { export_stats: () => null } },
  searchSite: {
    query: { q: 'markdown' },
    wrong: { q: '' },
    tools: { search_site: ({ query }) => ({ query: query.q }) },
  },
}

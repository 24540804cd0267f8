/** The part of claim 5 about invitations: single use, by email, for seven days. */
import { createClient } from '#tests/attack/support/http.js'
import { password, startServer } from '#tests/attack/support/server.js'
import { addGuild, guildA as guild } from '#tests/attack/support/two-guilds.js'

/** Single use, by email, with the role that was given. @param {import('#tests/attack/run.js').Context} context */
export async function invitations({ claim, random, options, finish }) {
  const server = await startServer(options, { SIGNUP: 'invite' })
  const owner = await server.person('owner', 'owner@example.org')
  await addGuild(server, guild, 'A')
  const invite = async (/** @type {Record<string, unknown>} */ body, by = owner) => {
    const answer = await by.ask('POST', '/api/invitations', body)
    return {
      status: answer.status,
      id: answer.json?.invitation?.id,
      token: String(answer.json?.link ?? '').split('token=')[1] ?? '',
    }
  }
  const accept = async (
    /** @type {string} */ token,
    /** @type {Record<string, string>} */ fields,
    client = createClient(server.url, random.address()),
  ) => {
    const answer = await client.form(`/invitation?token=${token}`, {
      token,
      name: 'Eve',
      password,
      ...fields,
    })
    const session = await client.ask('GET', '/api/session')
    return { answer, user: session.json?.user, client }
  }
  // The role, the email and the guild are sent along in every way.
  for (const fields of /** @type {Record<string, string>[]} */ ([
    { role: 'owner' },
    { role: 'admin', guild_id: guild },
    { email: 'evil@example.org' },
    { username: 'evil@example.org' },
    { 'user[role]': 'owner', id: 'x' },
  ])) {
    const email = `${random.word(8)}@example.org`
    const { token } = await invite({ email, role: 'member' })
    const { user, client } = await accept(token, fields)
    const { json } = await client.ask('GET', '/api/profile')
    claim.check(
      user?.role === 'member' &&
        json?.user?.email === email &&
        !user.manages_guilds &&
        !json.user.email_verified,
      'tampered',
      fields,
      [user, json?.user],
      'a member with the invited, unconfirmed address',
    )
    const again = await accept(token, {})
    claim.check(!again.user, 'twice', 'the same link again', again.user, 'no second account')
  }
  // Many accept at once.
  for (let round = 0; round < 5; round += 1) {
    const before = (await owner.ask('GET', '/api/users')).json.total
    const { token } = await invite({ email: `${random.word(8)}@example.org`, role: 'editor' })
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => accept(token, { password: `${password} ${at}` })),
    )
    const after = (await owner.ask('GET', '/api/users')).json.total
    const users = results.filter(({ user }) => user)
    claim.check(
      users.length === 1 && after === before + 1,
      'race',
      'eight at once',
      [users.length, before, after],
      'one account and one session',
    )
  }
  // Somebody else, signed in or with a password of their own, takes it.
  const eve = await accept((await invite({ email: 'eve@example.org' })).token, {})
  const forKay = await invite({ email: 'kay@example.org', role: 'editor', guild_id: guild })
  await accept(forKay.token, {}, eve.client)
  await accept(forKay.token, { email: 'eve@example.org', username: 'eve@example.org' }, eve.client.copy())
  const { json: still } = await eve.client.ask('GET', '/api/session')
  claim.check(
    (!(still?.user?.email === 'eve@example.org' && still.user.role !== 'member') &&
      still?.user?.role !== 'editor') ||
      still?.user?.id !== eve.user?.id,
    'other account',
    'an invitation of kay accepted in the session of eve',
    still,
    'eve remains a member',
  )
  const { json: people } = await owner.ask('GET', '/api/users?q=eve@example.org')
  claim.check(
    people.users[0].role === 'member',
    'other account role',
    'an invitation of kay, session of eve',
    people.users[0],
    'eve remains a member',
  )
  // Existing accounts: accepting needs their password, or their session.
  await server.person('member', 'old@example.org', `${password} old`)
  const forOld = await invite({ email: 'old@example.org', role: 'editor' })
  const wrong = await accept(forOld.token, { password: 'a wrong guess of mine' })
  claim.check(
    !wrong.user,
    'existing account',
    'an invitation with a new password',
    wrong.user,
    'no session without the password of the account',
  )
  const ahead = await server
    .client(random.address())
    .ask('POST', '/api/auth/login', { email: 'old@example.org', password: 'a wrong guess of mine' })
  claim.check(
    ahead.status === 401,
    'existing password',
    'sign-in with the password from the invitation',
    ahead.status,
    '401',
  )
  // Rights are checked again at acceptance.
  const admin = await server.person('admin', 'admin@example.org')
  for (const role of ['admin', 'owner'])
    claim.check(
      (await invite({ email: `${role}2@example.org`, role }, admin)).status === 403,
      `outranks ${role}`,
      `an admin invites ${role}`,
      'accepted',
      '403',
    )
  const demoted = await invite({ email: 'later@example.org', role: 'editor' }, admin)
  const revoked = await invite({ email: 'revoked@example.org', role: 'editor' })
  await owner.ask('DELETE', `/api/invitations/${revoked.id}`)
  claim.check(
    !(await accept(revoked.token, {})).user,
    'revoked',
    'a revoked invitation',
    'a session',
    'no account',
  )
  await owner.ask('PATCH', `/api/users/${admin.id}`, { role: 'member' })
  const late = await accept(demoted.token, {})
  claim.check(!late.user, 'demoted sender', 'an invitation of a former admin', late.user, 'no account')
  claim.check(
    (await invite({ email: 'x@example.org' }, admin)).status === 403,
    'member invites',
    'a member invites',
    'accepted',
    '403',
  )
  await finish(server)
  await expiry({ claim, options, finish })
}

/** Seven days and a minute later by the clock of the process. PostgreSQL has its own clock, so this is for SQLite. @param {Pick<import('#tests/attack/run.js').Context, 'claim' | 'options' | 'finish'>} context */
async function expiry({ claim, options, finish }) {
  if (options.postgres) return claim.figure('the seven days of an invitation are tested with SQLite only')
  const first = await startServer(options)
  const owner = await first.person('owner', 'owner@example.org')
  const { json } = await owner.ask('POST', '/api/invitations', { email: 'late@example.org', role: 'editor' })
  const token = json.link.split('token=')[1]
  await first.stop({ keep: true })
  const shift = (/** @type {number} */ ms) =>
    `data:text/javascript,${encodeURIComponent(`const D=Date,n=D.now;globalThis.Date=class extends D{constructor(...a){if(a.length)super(...a);else super(n()+${ms})}static now(){return n()+${ms}}}`)}`
  const later = await startServer(
    options,
    { NODE_OPTIONS: `--import=${shift(7 * 86_400_000 + 60_000)}` },
    first.data,
  )
  const client = later.client()
  const answer = await client.form(`/invitation?token=${token}`, { token, name: 'Late', password })
  const session = await client.ask('GET', '/api/session')
  claim.check(
    !session.json?.user,
    'expired',
    'an invitation after seven days and a minute',
    [answer.status, session.json],
    'no account',
  )
  await finish(later)
}

/** Claim 7: an administrator cannot scrub the audit log by deleting the account. */
import { others } from '#tests/attack/audit-others.js'
import { password, startServer } from '#tests/attack/support/server.js'
import { addGuild, guildA as guild } from '#tests/attack/support/two-guilds.js'

/** @typedef {import('#tests/attack/support/http.js').Answer} Answer */
/** @typedef {import('#tests/attack/support/http.js').Client & {id: string, email: string, name: string}} Account */

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack({ claim, random, options, finish }) {
  const server = await startServer(options)
  const owner = await server.person('owner', 'owner@example.org')
  await addGuild(server, guild, 'A')
  /** Creates an account through the sign-up, and gives it a role. @param {string} role @returns {Promise<Account>} */
  const create = async (role, email = `${random.word(8)}@example.org`) => {
    const client = server.client(random.address())
    const answer = await client.ask('POST', '/api/auth/signup', {
      name: `Name ${random.word(6)}`,
      email,
      password,
    })
    const id = /** @type {string} */ (answer.json.user.id)
    if (role !== 'member') await owner.ask('PATCH', `/api/users/${id}`, { role })
    return Object.assign(client, { id, email, name: answer.json.user.name })
  }
  const rows = async (/** @type {string} */ actor, action = '') => {
    const { json } = await owner.ask(
      'GET',
      `/api/audit?actor=${actor}&limit=100${action && `&action=${action}`}`,
    )
    return /** @type {any[]} */ (json.entries)
  }
  const network = (/** @type {string} */ address) => address.split('.').slice(0, 3).join('.')
  /** Actions on others and on the site. @param {Account} admin @param {Account} victim @returns {[string, () => Promise<Answer>][]} */
  const deeds = (admin, victim, role = 'editor') => [
    ['user.disabled', () => admin.ask('PATCH', `/api/users/${victim.id}`, { disabled: true })],
    ['user.enabled', () => admin.ask('PATCH', `/api/users/${victim.id}`, { disabled: false })],
    ['user.role_changed', () => admin.ask('PATCH', `/api/users/${victim.id}`, { role })],
    [
      'invitation.created',
      () => admin.ask('POST', '/api/invitations', { email: `${random.word(8)}@example.org` }),
    ],
    ['stats.exported', () => admin.ask('GET', `/api/stats/${guild}/export?format=json`)],
    ['entry.created', () => admin.ask('POST', '/api/cms/page', { slug: `a-${random.word(8)}`, title: 'A' })],
  ]
  /** Compares the rows of a deleted admin with the deeds. @param {string} kind @param {Account} admin @param {string[]} done */
  const judge = async (kind, admin, done) => {
    const kept = await rows(admin.id)
    for (const action of new Set(done)) {
      const wanted = done.filter((each) => each === action).length
      const found = kept.filter((row) => row.action === action)
      claim.check(
        found.length >= wanted,
        `${kind} row ${action}`,
        `${wanted} times ${action}, then the account is deleted`,
        found,
        'one row for each action',
      )
      for (const row of found) {
        claim.check(
          row.actor?.id === admin.id && row.actor.kind === 'user',
          `${kind} actor ${action}`,
          action,
          row,
          'the id of the account',
        )
        claim.check(
          String(row.address ?? '').startsWith(network(admin.address)),
          `${kind} network ${action}`,
          [action, admin.address],
          row,
          'the network that the action came from',
        )
      }
    }
    const text = JSON.stringify(kept)
    claim.check(
      !text.includes(admin.name) && !text.includes(admin.email),
      `${kind} name`,
      'rows of a deleted account',
      text,
      'no name and no email',
    )
  }
  const leave = (/** @type {import('#tests/attack/support/http.js').Client} */ person) =>
    person.ask('DELETE', '/api/profile', { password })
  /** Does every deed, and returns the actions that were done. @param {Account} admin @param {Account} victim */
  const perform = async (admin, victim, role = 'editor') => {
    /** @type {string[]} */
    const done = []
    for (const [action, call] of deeds(admin, victim, role)) {
      const { status, text } = await call()
      if (status < 300) done.push(action)
      else claim.figure(`${action} was not done: ${status} ${text.slice(0, 120)}`)
    }
    return done
  }

  // Deletion, then sign-up again with the same email, then deletion again.
  const first = await create('admin')
  const done = await perform(first, await create('member'))
  claim.check((await leave(first)).status === 204, 'setup', 'deletion', 'refused', '204')
  await judge('plain', first, done)
  for (const role of ['member', 'admin']) {
    const again = await create(role, first.email)
    await judge(`sign-up again as ${role}`, first, done)
    claim.check(
      (await rows(first.id)).every((row) => row.actor?.name !== again.name),
      'name returns',
      'sign-up again',
      again.name,
      'old rows have no name',
    )
    await again.ask('PATCH', '/api/profile', { name: first.name })
    await leave(again)
    await judge(`second deletion as ${role}`, first, done)
  }

  // Two deletions at once, of two admins who act on each other's rows, and twice the same.
  for (let round = 0; round < 4; round += 1) {
    const [one, two, third] = await Promise.all([create('admin'), create('admin'), create('member')])
    const byOne = await perform(one, third)
    const byTwo = await perform(two, third, 'member')
    const answers = await Promise.all([
      leave(one),
      leave(two),
      leave(one.copy()),
      leave(third),
      leave(two.copy()),
    ])
    claim.check(
      answers.every(({ status }) => status < 500),
      'deletions at once',
      'five deletions at once',
      answers.map(({ status }) => status),
      'no 5xx',
    )
    await judge('two at once', one, byOne)
    await judge('two at once', two, byTwo)
  }

  // Actions while the deletion runs: what was done has a row, and it keeps the network.
  for (let round = 0; round < 12; round += 1) {
    const admin = await create('admin')
    const twin = admin.copy()
    const victims = await Promise.all([create('member'), create('member')])
    /** @type {[string, () => Promise<Answer>][]} */
    const calls = [
      ...victims.map(
        /** @returns {[string, () => Promise<Answer>]} */
        ({ id }) => ['user.disabled', () => twin.ask('PATCH', `/api/users/${id}`, { disabled: true })],
      ),
      [
        'invitation.created',
        () => twin.ask('POST', '/api/invitations', { email: `${random.word(8)}@example.org` }),
      ],
      ['entry.created', () => twin.ask('POST', '/api/cms/page', { slug: `b-${random.word(8)}`, title: 'B' })],
    ]
    const gone = new Promise((resolve) => setTimeout(resolve, random.integer(30))).then(() => leave(admin))
    const before = await Promise.all(
      calls.map(async ([action, call], at) => {
        // Hashing the password takes some time, so the calls are spread over it.
        await new Promise((resolve) => setTimeout(resolve, at * 12 + random.integer(25)))
        const { status } = await call()
        return status < 300 ? action : ''
      }),
    )
    const { status } = await gone
    if (status !== 204) claim.figure(`a deletion was refused: ${status}`)
    await judge('race', admin, before.filter(Boolean))
  }

  await others({ server, claim, owner, create, leave, rows })
  await finish(server)
}

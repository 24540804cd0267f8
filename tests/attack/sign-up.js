/** Claim 5: the setup link, SIGNUP and invitations hold against strangers. */
import { invitations } from '#tests/attack/invitations.js'
import { password, startServer } from '#tests/attack/support/server.js'
import { setup } from '#tests/attack/setup-link.js'

/** @param {import('#tests/attack/run.js').Context} context */
export async function attack(context) {
  await setup(context)
  await rules(context)
  await invitations(context)
}

/** SIGNUP=invite and closed with an owner, through every interface. @param {import('#tests/attack/run.js').Context} context */
async function rules({ claim, random, options, finish }) {
  for (const SIGNUP of ['invite', 'closed']) {
    const server = await startServer(options, { SIGNUP })
    const owner = await server.person('owner', 'owner@example.org')
    const before = (await owner.ask('GET', '/api/users')).json.total
    for (const [path, more] of /** @type {[string, Record<string, string>][]} */ ([
      ['/signup', {}],
      ['/signup', { invitation: 'A'.repeat(43), token: 'A'.repeat(43) }],
      ['/signup?index', {}],
      ['/signup/', {}],
      ['/SIGNUP', {}],
      ['//signup', {}],
      ['/signup?_data=routes%2Fsignup', {}],
      ['/signup.data', {}],
      [`/invitation?token=${'A'.repeat(43)}`, { token: 'A'.repeat(43) }],
      ['/verify-email', { token: 'A'.repeat(43) }],
    ])) {
      const client = server.client(random.address())
      const fields = { name: 'Eve', email: `${random.word(6)}@example.org`, password, ...more }
      const answer = await client.form(path, fields)
      claim.check(
        !(await client.ask('GET', '/api/session')).json?.user,
        `closed form ${path}`,
        [SIGNUP, path],
        answer.status,
        'no account',
      )
    }
    for (const body of [{}, { role: 'owner' }, { token: 'A'.repeat(43) }, { invitation: null }]) {
      const client = server.client(random.address())
      const answer = await client.ask('POST', '/api/auth/signup', {
        name: 'Eve',
        email: `${random.word(6)}@example.org`,
        password,
        ...body,
      })
      claim.check(
        answer.status >= 400 && answer.status < 500,
        `closed API`,
        [SIGNUP, body],
        [answer.status, answer.text],
        '403 or 400',
      )
    }
    const after = (await owner.ask('GET', '/api/users')).json.total
    claim.check(
      after === before,
      `closed count`,
      `sign-ups with SIGNUP=${SIGNUP}`,
      [before, after],
      'no new account',
    )
    const link = await owner.ask('POST', '/api/invitations', { email: 'joan@example.org', role: 'member' })
    claim.check(
      link.status === (SIGNUP === 'closed' ? 409 : 201),
      `invite ${SIGNUP}`,
      `invitation with SIGNUP=${SIGNUP}`,
      link.status,
      '409 if closed, otherwise 201',
    )
    await finish(server)
  }
}

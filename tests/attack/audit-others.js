/** The part of claim 7 about other people: targets, namesakes, and writes on the log. */

/**
 * Deletions of other accounts, and writes on the log, leave the rows of an admin alone.
 * @param {object} setup
 * @param {import('#tests/attack/support/server.js').Server} setup.server
 * @param {import('#tests/attack/support/claim.js').Claim} setup.claim
 * @param {import('#tests/attack/support/http.js').Client} setup.owner
 * @param {(role: string) => Promise<import('#tests/attack/audit-log.js').Account>} setup.create
 * @param {(person: import('#tests/attack/support/http.js').Client) => Promise<unknown>} setup.leave
 * @param {(actor: string, action?: string) => Promise<any[]>} setup.rows read from the JSON of the log
 */
export async function others({ server, claim, owner, create, leave, rows }) {
  // The victim of an action leaves: the row of the admin keeps everything.
  const keeper = await create('admin')
  const victim = await create('member')
  await keeper.ask('PATCH', `/api/users/${victim.id}`, { role: 'editor' })
  await leave(victim)
  const kept = (await rows(keeper.id, 'user.role_changed')).find((row) => row.target?.id === victim.id)
  claim.check(
    kept?.actor?.name === keeper.name && kept.address === keeper.address,
    'victim leaves',
    'deletion of the target',
    kept,
    'the name and the address of the actor',
  )

  // Namesakes: another account with the same name deletes itself.
  const namesake = await create('admin')
  await namesake.ask('PATCH', '/api/profile', { name: keeper.name })
  await leave(namesake)
  const still = (await rows(keeper.id, 'user.role_changed')).find((row) => row.target?.id === victim.id)
  claim.check(
    still?.actor?.name === keeper.name,
    'namesake',
    'deletion of an account with the same name',
    still,
    'the rows of the other keep the name',
  )

  // No route deletes or changes rows.
  const row = (await rows(keeper.id))[0]
  for (const method of ['DELETE', 'PUT', 'PATCH', 'POST'])
    for (const path of [
      '/api/audit',
      `/api/audit/${row.id}`,
      `/api/audit?actor=${keeper.id}`,
      '/admin/audit',
      '/admin/audit.data',
    ]) {
      const answer = await owner.ask(
        method,
        path,
        {},
        { origin: server.url, 'x-http-method-override': 'DELETE' },
      )
      claim.check(
        answer.status >= 400,
        `route ${method} ${path.slice(0, 12)}`,
        [method, path],
        answer.status,
        '404 or 405',
      )
    }
  claim.check(
    (await rows(keeper.id)).some(({ id }) => id === row.id),
    'row gone',
    'writes on the log',
    row,
    'the row is there',
  )
}

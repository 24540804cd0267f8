import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { automationRun } from '#app/features/jobs/runs/schema.ts'
import { jobDetails, jobsPage } from '#app/features/jobs/schema.ts'
import { runnersOverview } from '#app/features/runners/overview.ts'
import { client, guildWithKey, json, signInAs, signUp, type ErrorBody } from '#tests/support/http/client.ts'
import { aJob, anAttempt, aRun, aStep, storeOf } from '#tests/support/db/jobs.ts'

const automation = {
  name: 'Calls',
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [{ id: 'call', type: 'CALL_WEBHOOK', config: { url: 'https://example.org/secret' } }],
}

describe.each(inject('servers'))('on $name', (server) => {
  let store: Awaited<ReturnType<typeof storeOf>>
  let guild: string
  let [admin, manager, elsewhere, member] = ['', '', '', '']
  let ids: { job: string; automation: string; run: string }
  const get = (path: string, cookie: string) => client(server)(path, { headers: { Cookie: cookie } })
  const base = () => `/api/guilds/${guild}`

  beforeAll(async () => {
    store = await storeOf(server)
    admin = await signInAs(server, 'admin')
    guild = (await guildWithKey(server)).guild
    const people = [await signUp(server), await signUp(server)] as const
    const theirs = [guild, (await guildWithKey(server)).guild]
    for (const [index, { user }] of people.entries())
      await client(server)(`/api/guilds/${theirs[index]}/managers/${user.id}`, {
        method: 'PUT',
        headers: { Cookie: admin },
      })
    ;[manager, elsewhere, member] = [people[0].cookie, people[1].cookie, (await signUp(server)).cookie]
    const made = await client(server)(`${base()}/automations`, json(automation, { Cookie: admin }))
    const { id } = ((await made.json()) as { automation: { id: string } }).automation
    const job = await aJob(store, guild, { state: 'dead', attempt: 1 })
    await anAttempt(store, job.id)
    const steps = [aStep({ type: 'CALL_WEBHOOK', input: automation.actions[0]!.config, job_id: job.id })]
    const run = await aRun(store, { guildId: guild, automationId: id, steps })
    ids = { job: job.id, automation: id, run: run.id }
  })
  afterAll(() => store.close())

  test('whoever sees the guild reads its jobs and runs, and nobody else', async () => {
    const paths = [
      `${base()}/jobs`,
      `${base()}/jobs/${ids.job}`,
      `${base()}/automations/${ids.automation}/runs/${ids.run}`,
    ]
    for (const path of paths) {
      for (const cookie of [admin, manager]) expect((await get(path, cookie)).status, path).toBe(200)
      for (const cookie of [elsewhere, member]) expect((await get(path, cookie)).status, path).toBe(403)
      expect((await client(server)(path)).status, path).toBe(401)
    }
    for (const path of [`${base()}/jobs/nothing`, `${base()}/automations/${ids.automation}/runs/nothing`])
      expect((await get(path, manager)).status, path).toBe(404)
    expect((await get('/api/runners', manager)).status).toBe(403)
  })

  test('they come as documented, and a webhook is told to those who may change it', async () => {
    const body = async <T>(path: string) => (await (await get(path, manager)).json()) as T
    const page = jobsPage.strict().parse(await body(`${base()}/jobs?state=dead&type=SEND_MESSAGE&limit=1`))
    expect(page).toMatchObject({ guild_id: guild, jobs: [{ id: ids.job }], next_before: null, limit: 1 })
    const { job } = await body<{ job: unknown }>(`${base()}/jobs/${ids.job}`)
    expect(jobDetails.strict().parse(job).attempts.length).toBe(1)
    const path = `${base()}/automations/${ids.automation}/runs/${ids.run}`
    const run = automationRun.strict().parse((await body<{ run: unknown }>(path)).run)
    expect(run.steps[0]).toMatchObject({ job_id: ids.job, input: { url: 'https://example.org/secret' } })
    runnersOverview.strict().parse(await (await get('/api/runners', admin)).json())
  })

  test.each(['state=asleep', 'type=SING', 'limit=0', 'limit=101', 'before='])(
    'the list of jobs refuses %s',
    async (query) => {
      const response = await get(`${base()}/jobs?${query}`, admin)
      const { issues } = (await response.json()) as ErrorBody
      expect([response.status, issues?.[0]?.path]).toEqual([400, query.split('=')[0]])
    },
  )

  test('nobody tries a job again or cancels it who may not change the guild', async () => {
    for (const what of ['replay', 'cancel']) {
      const press = (cookie: string) =>
        client(server)(`${base()}/jobs/${ids.job}/${what}`, { method: 'POST', headers: { Cookie: cookie } })
      for (const cookie of [elsewhere, member]) expect((await press(cookie)).status).toBe(403)
      expect((await press('')).status).toBe(401)
      expect((await get(`${base()}/jobs/${ids.job}/${what}`, admin)).status).toBe(405)
    }
  })
})

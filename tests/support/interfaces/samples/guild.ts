import { createAutomation } from '#app/features/automations/automations.server.ts'
import { automationInput } from '#app/features/automations/schema.ts'
import { createCommand } from '#app/features/commands/manage.server.ts'
import { commandInput } from '#app/features/commands/schema.ts'
import { aRun, aJob } from '#tests/support/db/jobs.ts'
import type { Input } from '#tests/support/interfaces/interfaces.ts'
import type { Sample } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'

type Body = Record<string, unknown>

export const hello = {
  name: 'hello',
  description: 'Says hello',
  response: { type: 'message', content: 'Hello!' },
}
export const welcome = {
  name: 'Welcome',
  enabled: true,
  trigger: { events: ['MEMBER_JOIN'] },
  actions: [
    {
      id: 'greet',
      type: 'SEND_MESSAGE',
      config: { channel_id: '300000000000000001', content: 'Hi' },
      delay_seconds: 3600,
    },
  ],
}

const aCommand = async ({ ctx }: World, guildId: string) => {
  const { id, version } = await createCommand(ctx(), { guildId, ...commandInput.parse(hello) })
  return { params: { guildId, id }, version }
}
const anAutomation = async ({ ctx }: World, guildId: string) => {
  const { id, version } = await createAutomation(ctx(), { guildId, ...automationInput.parse(welcome) })
  return { params: { guildId, id }, version }
}
const aScheduledAutomation = async ({ ctx }: World, guildId: string) => {
  const trigger = { events: ['SCHEDULE'], schedule: { cron: '0 9 * * *', timezone: 'UTC' } }
  const { id } = await createAutomation(ctx(), { guildId, ...automationInput.parse({ ...welcome, trigger }) })
  return { params: { guildId, id } }
}
const unversioned =
  (prepare: (world: World, guildId: string) => Promise<Partial<Input>>) =>
  async (world: World, guildId: string): Promise<Partial<Input>> => ({
    params: (await prepare(world, guildId)).params!,
  })

const commandFields = (body: Body, version = 0) => ({
  ...{
    intent: 'save',
    version: `${version}`,
    type: '1',
    enabled: 'yes',
    audience: 'everyone',
    'contexts.0': 'yes',
  },
  name: String(body.name),
  description: String(body.description),
  'response.type': 'message',
  'response.content': (body.response as { content: string }).content,
})
const automationFields = (body: Body, intent: string, version = 0) => ({
  ...{ intent, version: `${version}`, enabled: 'yes', 'trigger.events.MEMBER_JOIN': 'yes' },
  name: String(body.name),
  actions: JSON.stringify(body.actions),
})

const commands = 'routes/console/guild/commands'
const automations = 'routes/console/guild/automations'
const jobs = ['routes/console/guild/jobs.$id.tsx', 'routes/console/guild/jobs._index.tsx']

const job = (state: string) => async (world: World, guildId: string) => ({
  params: { guildId, id: (await aJob(world, guildId, { state })).id },
})
const jobForms = (intent: string): Sample['forms'] =>
  Object.fromEntries(jobs.map((file) => [file, ({ params }) => ({ intent, id: params.id! })]))
const confirmed = ({ version }: Input) => ({ intent: 'delete', version: `${version}`, sure: 'yes' })

const paged = { query: { limit: 5 }, wrong: { limit: 0 } }

export const guildSamples: Record<string, Sample> = {
  readGuildSettings: {},
  readSettings: {},
  readStats: { query: { days: 7 }, wrong: { days: 0 } },
  readIntegrationStatus: { accepts: ['denied'] },
  listCommands: paged,
  listAutomations: paged,
  saveGuildSettings: {
    prepare: async () => ({ version: 0 }),
    body: { settings: { timezone: 'Europe/Paris' } },
    wrong: { settings: { timezone: 'Nowhere' } },
    forms: {
      'routes/console/guild/settings.tsx': ({ body, version }) => ({
        ...{ intent: 'save', version: `${version}`, 'settings.retention.raw_event_days': '90' },
        'settings.timezone': (body.settings as { timezone: string }).timezone,
        ...Object.fromEntries(
          ['commands', 'automations', 'statistics', 'logging'].map((name) => [
            `settings.modules.${name}`,
            'yes',
          ]),
        ),
      }),
    },
    tools: {
      update_settings: ({ params, body, version }) => ({
        ...{ guild_id: params.guildId, version },
        ...(body.settings as object),
      }),
    },
  },
  listGuildIntegrations: {},
  saveGuildIntegration: {
    prepare: async (_, guildId) => ({ params: { guildId, slug: 'mail' }, version: 0 }),
    body: { enabled: false },
    wrong: { enabled: 'perhaps' },
    forms: {
      // The form is a button, so its value is always valid.
      'routes/console/guild/integrations.tsx': ({ params, body, version }) =>
        body.enabled === false
          ? { intent: 'switch', slug: params.slug!, version: `${version}`, enabled: 'no' }
          : null,
    },
  },
  readGuildDirectory: {},
  listGuildCommands: paged,
  createCommand: {
    body: hello,
    wrong: { name: 'not a name' },
    forms: { [`${commands}.new.tsx`]: ({ body }) => commandFields(body) },
    tools: { save_command: ({ params, body }) => ({ guild_id: params.guildId, ...body }) },
  },
  readCommand: { prepare: unversioned(aCommand) },
  updateCommand: {
    prepare: aCommand,
    body: { ...hello, description: 'Greets' },
    wrong: { name: 'not a name' },
    forms: { [`${commands}.$id.tsx`]: ({ body, version }) => commandFields(body, version) },
    tools: {
      save_command: ({ params, body, version }) => ({
        guild_id: params.guildId,
        id: params.id,
        version,
        ...body,
      }),
    },
  },
  deleteCommand: { prepare: aCommand, forms: { [`${commands}.$id.tsx`]: confirmed } },
  readRegistration: {},
  registerCommands: {
    isRefused: true,
    body: {},
    forms: { [`${commands}._index.tsx`]: () => ({ intent: 'register' }) },
    commands: { 'commands register': ({ params }) => ({ guild: params.guildId }) },
  },
  listGuildAutomations: paged,
  createAutomation: {
    body: welcome,
    wrong: { name: '' },
    forms: { [`${automations}.new.tsx`]: ({ body }) => automationFields(body, 'create') },
    tools: { save_automation: ({ params, body }) => ({ guild_id: params.guildId, ...body }) },
  },
  readAutomation: { prepare: unversioned(anAutomation) },
  updateAutomation: {
    prepare: anAutomation,
    body: { ...welcome, name: 'Greets' },
    wrong: { name: '' },
    forms: { [`${automations}.$id.tsx`]: ({ body, version }) => automationFields(body, 'save', version) },
    tools: {
      save_automation: ({ params, body, version }) => ({
        ...{ guild_id: params.guildId, id: params.id, version },
        ...body,
      }),
    },
  },
  deleteAutomation: { prepare: anAutomation, forms: { [`${automations}.$id.tsx`]: confirmed } },
  testAutomation: {
    prepare: unversioned(anAutomation),
    body: {},
    wrong: { event_id: '' },
    forms: {
      [`${automations}.$id.tsx`]: ({ body }) => ({
        ...automationFields(welcome, 'test'),
        ...('event_id' in body ? { try: 'recent:' } : {}),
      }),
    },
  },
  runAutomation: {
    prepare: aScheduledAutomation,
    body: {},
    wrong: { event_id: '' },
    commands: {
      'automations run': ({ params, body }) => ({ guild: params.guildId, id: params.id, ...body }),
    },
    forms: {
      [`${automations}.$id.tsx`]: ({ body }) => ({
        intent: 'run',
        ...('event_id' in body ? { try: 'recent:' } : {}),
      }),
    },
  },
  readAutomationRun: {
    async prepare(world, guildId) {
      const { params } = await anAutomation(world, guildId)
      const run = await aRun(world, { guildId, automationId: params.id })
      return { params: { ...params, runId: run.id } }
    },
  },
  listJobs: paged,
  readJob: { prepare: job('queued') },
  replayJob: { prepare: job('dead'), forms: jobForms('replay') },
  cancelJob: { prepare: job('queued'), forms: jobForms('cancel') },
  listGuildEvents: paged,
  listManagers: {},
  searchGuildMembers: { query: { q: 'gr' }, wrong: { q: '' }, isRefused: true },
}

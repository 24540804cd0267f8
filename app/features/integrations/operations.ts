import { z } from 'zod'
import {
  integration,
  integrationInput,
  integrationsReport,
  slugParam,
} from '#app/features/integrations/schema.ts'
import { savedSettings, saveSettingsInput } from '#app/features/settings/schema.ts'
import { inGuild, versionDescription, guildRead, guildWrite } from '#app/operations/parts.ts'

export const readGuildSettings = inGuild('readGuildSettings', 'GET /settings', {
  access: guildRead,
  answers: { 200: savedSettings },
  summary: 'Read guild settings',
  description: `Before the first save, returns defaults with version 0. ${versionDescription}`,
})

export const saveGuildSettings = inGuild('saveGuildSettings', 'PUT /settings', {
  access: guildWrite,
  keys: 'settings:write',
  versioned: true,
  body: saveSettingsInput,
  confirmed: true,
  answers: { 200: savedSettings },
  summary: 'Change guild settings',
  description: 'Omitted fields remain unchanged. For the first save, send version 0.',
})

export const listGuildIntegrations = inGuild('listGuildIntegrations', 'GET /integrations', {
  access: guildRead,
  keys: 'settings:read',
  answers: {
    200: integrationsReport.extend({
      integrations: z.array(integration.extend({ revision: z.number().int() })),
    }),
  },
  summary: 'List integrations',
  description: '`revision` is the version to send in `If-Match`. It is 0 before the first write.',
})

export const saveGuildIntegration = inGuild('saveGuildIntegration', 'PUT /integrations/{slug}', {
  access: guildWrite,
  keys: 'settings:write',
  params: slugParam,
  versioned: true,
  body: integrationInput,
  answers: { 200: z.object({ integration: integration.extend({ revision: z.number().int() }) }) },
  summary: 'Enable or disable an integration',
  description: 'A disabled integration does not count toward the overall status.',
})

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
  summary: 'Read the settings of a guild',
  description: `Defaults with version 0 when nothing was ever saved. ${versionDescription}`,
})

export const saveGuildSettings = inGuild('saveGuildSettings', 'PUT /settings', {
  access: guildWrite,
  versioned: true,
  body: saveSettingsInput,
  confirmed: true,
  answers: { 200: savedSettings },
  summary: 'Change the settings of a guild',
  description: 'What the body leaves out stays as it is. The first save names version 0.',
})

export const listGuildIntegrations = inGuild('listGuildIntegrations', 'GET /integrations', {
  access: guildRead,
  answers: {
    200: integrationsReport.extend({
      integrations: z.array(integration.extend({ revision: z.number().int() })),
    }),
  },
  summary: 'See how the integrations of a guild stand',
  description: '`revision` is the version that a write names in `If-Match`; 0 before the first.',
})

export const saveGuildIntegration = inGuild('saveGuildIntegration', 'PUT /integrations/{slug}', {
  access: guildWrite,
  params: slugParam,
  versioned: true,
  body: integrationInput,
  answers: { 200: z.object({ integration: integration.extend({ revision: z.number().int() }) }) },
  summary: 'Say whether a guild wants an integration',
  description: 'One that it does not want counts for nothing in the whole.',
})

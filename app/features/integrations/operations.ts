import { z } from 'zod'
import {
  integration,
  integrationInput,
  integrationsReport,
  slugParam,
} from '#app/features/integrations/schema.ts'
import { savedSettings, saveSettingsInput } from '#app/features/settings/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { guildParam, ofVersion, reading, writing } from '#app/operations/parts.ts'

export const readGuildSettings = operation({
  id: 'readGuildSettings',
  method: 'GET',
  path: '/api/guilds/{guildId}/settings',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  answers: { 200: savedSettings },
  refuses: [404],
  summary: 'Read the settings of a guild',
  description: `Defaults with version 0 when nothing was ever saved. ${ofVersion}`,
})

export const saveGuildSettings = operation({
  id: 'saveGuildSettings',
  method: 'PUT',
  path: '/api/guilds/{guildId}/settings',
  access: writing,
  limit: 'api_session',
  params: guildParam,
  versioned: true,
  body: saveSettingsInput,
  confirmed: true,
  answers: { 200: savedSettings },
  refuses: [404],
  summary: 'Change the settings of a guild',
  description: 'What the body leaves out stays as it is. The first save names version 0.',
})

export const listGuildIntegrations = operation({
  id: 'listGuildIntegrations',
  method: 'GET',
  path: '/api/guilds/{guildId}/integrations',
  access: reading,
  limit: 'api_session',
  params: guildParam,
  answers: {
    200: integrationsReport.extend({
      integrations: z.array(integration.extend({ revision: z.number().int() })),
    }),
  },
  refuses: [404],
  summary: 'See how the integrations of a guild stand',
  description: '`revision` is the version that a write names in `If-Match`; 0 before the first.',
})

export const saveGuildIntegration = operation({
  id: 'saveGuildIntegration',
  method: 'PUT',
  path: '/api/guilds/{guildId}/integrations/{slug}',
  access: writing,
  limit: 'api_session',
  params: slugParam,
  versioned: true,
  body: integrationInput,
  answers: { 200: z.object({ integration: integration.extend({ revision: z.number().int() }) }) },
  refuses: [404],
  summary: 'Say whether a guild wants an integration',
  description: 'One that it does not want counts for nothing in the whole.',
})

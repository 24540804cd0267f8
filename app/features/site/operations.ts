import { operation } from '#app/operations/operation.ts'
import { versionDescription } from '#app/operations/parts.ts'
import { savedSite, saveSiteInput } from '#app/features/site/schema.ts'

export const readSiteSettings = operation('readSiteSettings', 'GET /api/site-settings', {
  access: { session: 'site:write' },
  answers: { 200: savedSite },
  summary: 'Get the site settings',
  description: `Returns the stored settings. ${versionDescription}`,
})

export const saveSiteSettings = operation('saveSiteSettings', 'PUT /api/site-settings', {
  access: { session: 'site:write' },
  versioned: true,
  confirmed: true,
  body: saveSiteInput,
  answers: { 200: savedSite },
  summary: 'Change the site settings',
  description:
    'Omitted settings remain unchanged, and null resets a setting. For the first save, send version 0. Settings in `locked` cannot be changed. The change applies to every instance within a second.',
})

import { z } from 'zod'
import { starters } from '#app/features/content/store/site-content.ts'
import { versionNumber } from '#app/primitives/schema.ts'
import { siteChange, siteFields, siteSettings } from '#app/site/identity.ts'

/** Schema of the site's settings: the stored values, and the settings that the console cannot change. */
export const savedSite = z.object({
  settings: siteSettings,
  locked: z
    .partialRecord(z.enum(siteFields as [(typeof siteFields)[number]]), z.enum(['file', 'environment']))
    .meta({
      description:
        'Settings that cannot be changed here, with their source: `file` for `site.yaml`, `environment` for an environment variable.',
      example: { name: 'file' },
    }),
  starter: z.enum(starters).nullable().meta({
    description: 'Starter content of the site. Null until the owner chooses.',
    example: 'blank',
  }),
  version: versionNumber.meta({
    description: 'Version of the settings. 0 before the first save.',
    example: 3,
  }),
  updated_at: z.string().nullable().meta({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' }),
})

export type SavedSite = z.output<typeof savedSite>

/** Schema of a change of the settings. */
export const saveSiteInput = z
  .strictObject({ settings: siteChange })
  .meta({ id: 'SiteSettingsInput', example: { settings: { name: 'Harbor Gaming', accent: '#2f6f4f' } } })

export type SaveSiteInput = z.output<typeof saveSiteInput>

/** Images of the site that can be uploaded. */
export const imageSlots = ['logo', 'logo_dark', 'icon'] as const
export type ImageSlot = (typeof imageSlots)[number]

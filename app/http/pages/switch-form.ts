import { z } from 'zod'
import { versionField } from '#app/primitives/version-number.ts'

const enabled = z.enum(['yes', 'no']).transform((value) => value === 'yes')

/** What a switch of a list sends: which thing, as it was seen, and whether it shall be on. */
export const switchForm = z.object({ id: z.string(), version: versionField, enabled })

/** The same for what has a name in place of an id. */
export const slugSwitchForm = z.object({ slug: z.string(), version: versionField, enabled })

import { z } from 'zod'
import { cmsEntry } from '#app/features/cms/schema.ts'
import { entryTypes } from '#app/features/content/schema.ts'
import { operationsAt } from '#app/operations/operation.ts'

export const type = z.enum(entryTypes, { error: `Use one of: ${entryTypes.join(', ')}.` })
/** Path parameters of a content type. */
export const typeParam = z.object({ type })
/** Path parameters of an entry. */
export const entryParam = z.object({
  type,
  id: z.string().max(250).meta({ description: 'Id of the entry. For a content file: `file:` and its slug.' }),
})

const access = { session: 'cms:write' } as const
export const inCms = operationsAt('/api/cms', { access })
export const onEntry = operationsAt('/api/cms/{type}/{id}', { access, params: entryParam, refuses: [404] })
export const entryAnswer = { 200: z.object({ entry: cmsEntry }) }

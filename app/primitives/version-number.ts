import { z } from 'zod'

/** The version of a stored thing, as the databases hold it: an integer of 32 bits. */
export const versionNumber = z.number().int().min(0).max(2_147_483_647)

/** The same in a field of a form. */
export const versionField = z.coerce.number().pipe(versionNumber)

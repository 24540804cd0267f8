import type { Known } from '#app/features/content/mdx.ts'
import { operations, surfaces } from '#app/operations/index.ts'

/** The names that a body may use because the service has what they name. */
export const known: Known = { operations: operations.map(({ id }) => id), surfaces: Object.keys(surfaces) }

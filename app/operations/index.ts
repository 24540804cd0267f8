import * as accounts from '#app/operations/accounts.ts'
import * as administration from '#app/operations/administration.ts'
import * as content from '#app/operations/content.ts'
import * as interactions from '#app/operations/interactions.ts'
import * as profile from '#app/operations/profile.ts'
import * as service from '#app/operations/service.ts'
import type { Operation } from '#app/operations/operation.ts'
import * as v1 from '#app/operations/v1.ts'

/** Every JSON operation, by surface. A test holds them against the routes. */
export const surfaces = { v1, accounts, profile, administration, content, interactions, service } as const

export const operations: Operation[] = Object.values(surfaces).flatMap(
  (surface) => Object.values(surface) as Operation[],
)

import type { Logger } from 'pino'
import type { Actor } from '#app/access.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Secrets } from '#app/platform/db/secrets.server.ts'
import type { RefusalCounter } from '#app/features/audit/refusal-counter.server.ts'
import type { CurrentBot } from '#app/features/bots/current-bot.server.ts'
import type { PasswordHasher } from '#app/features/accounts/sign-in/password.server.ts'
import type { Evaluator } from '#app/features/automations/evaluation/evaluator.server.ts'
import type { Reader, ReaderCounter } from '#app/features/readers/counter.server.ts'
import type { RunHandlers } from '#app/features/jobs/runs/run-handlers.server.ts'
import type { ContentIndex } from '#app/features/content/store/content-index.server.ts'
import type { OgImageMaker } from '#app/features/content/og-image/image-maker.server.ts'
import type { ImageCache } from '#app/features/media/image-cache.server.ts'
import type { RevisionCache } from '#app/platform/cache/revision-cache.ts'
import type { Metrics } from '#app/platform/log/metrics.server.ts'
import type { Allowance, RateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'
import type { StreamRegistry } from '#app/platform/live/stream-registry.server.ts'

/** Services that exist for the lifetime of the process. */
export type App = {
  config: Config
  secrets: Secrets
  db: Db
  signals: Signals
  log: Logger
  now: () => Date
  contentIndex: ContentIndex
  evaluator: Evaluator
  ogImageMaker: OgImageMaker
  imageCache: ImageCache
  rateLimiter: RateLimiter
  revisionCache: RevisionCache
  streamRegistry: StreamRegistry
  passwordHasher: PasswordHasher
  discord: DiscordClient
  bot: CurrentBot
  metrics: Metrics
  refusalCounter: RefusalCounter
  readers: ReaderCounter
  runHandlers: RunHandlers<Context>
  /** Signal that is aborted when shutdown begins. After that, the process accepts no new work. */
  shutdownSignal: AbortSignal
  /** URL of the script for public pages. */
  pageScript: string
}

/** Services of the process, and the actor of a call. Only `contextFor` creates contexts. */
export type Context = Omit<App, 'shutdownSignal' | 'pageScript'> & {
  actor: Actor
  /** Origin of the call, or null for work that the service starts itself. */
  origin: Origin | null
}

/** Origin of a call. `tool` is the browser tool that the request claims to come from. The claim is not verified. */
export type Origin = {
  address: string
  requestId: string
  tool: string | null
  /** Unverified device cookie of the request. */
  device?: string | null
  /** Reader for site analytics, or null if the call is not counted. */
  reader?: Reader | null
}

/** Facts about the request that only the HTTP layer uses. */
export type RequestFacts = {
  requestId: string
  address: string
  /** True if the request comes directly from a program on this machine, without a proxy. */
  local?: boolean
  secure: boolean
  nonce: string
  /** `Set-Cookie` header of the new session that replaces the request's session. */
  renewed?: string
  /** Unverified device cookie of the request. */
  device?: string | null
  /** `Set-Cookie` header of the device cookie in the response. */
  newDevice?: string
  /** Browser tool that the request names. */
  tool?: string | undefined
  /** Reader for site analytics, or null if the request is not counted. */
  reader?: Reader | null
  /** Route of the request, as named in the metrics. */
  route?: string
  /** True once Remix has rendered a page whose route is public. */
  isPublic?: boolean
  /** Last rate limit that counted this request, for the response headers. Absent if rate limits are disabled. */
  allowance?: Allowance
}

/** Call, with the facts about its request. */
export type Call = { app: App; facts: RequestFacts }

/** Value of `context` in Remix loaders, Remix actions and resource routes. */
export type LoadContext = Call & {
  pages: Pages
  /**
   * Aborts the connection in the middle of a response, so that clients detect an incomplete response. Absent for shared
   * pages.
   */
  abortResponse?: () => void
  /** Returns a signal that is aborted if the client disconnects before the response is complete. Absent for shared pages. */
  disconnected?: () => AbortSignal
}

/** Public pages in other formats. */
export type Pages = {
  /** Returns the Markdown version of the public page at a path, or null if there is no such page. */
  markdown(path: string): Promise<string | null>
}

/** Creates the context for one call. `facts` describe the call's request. */
export function contextFor(app: App, actor: Actor, facts?: RequestFacts): Context {
  const { shutdownSignal: _, pageScript: __, ...services } = app
  const origin = facts
    ? {
        address: facts.address,
        requestId: facts.requestId,
        tool: facts.tool ?? null,
        device: facts.device ?? null,
        reader: facts.reader ?? null,
      }
    : null
  const log = facts ? app.log.child({ request_id: facts.requestId }) : app.log
  return { ...services, log, actor, origin }
}

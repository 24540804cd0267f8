import type { Logger } from 'pino'
import type { Actor } from '#app/access.ts'
import type { Config } from '#app/platform/config/config.server.ts'
import type { DiscordClient } from '#app/platform/outside/discord.server.ts'
import type { Db } from '#app/platform/db/connection.server.ts'
import type { Secrets } from '#app/platform/db/secrets.server.ts'
import type { RefusalCounter } from '#app/features/audit/refusal-counter.server.ts'
import type { PasswordHasher } from '#app/features/accounts/sign-in/password.server.ts'
import type { Evaluator } from '#app/features/automations/evaluation/evaluator.server.ts'
import type { RunHandlers } from '#app/features/jobs/runs/run-handlers.server.ts'
import type { ContentIndex } from '#app/features/content/store/content-index.server.ts'
import type { OgImageMaker } from '#app/features/content/og-image/image-maker.server.ts'
import type { ImageCache } from '#app/features/media/image-cache.server.ts'
import type { RevisionCache } from '#app/platform/cache/revision-cache.ts'
import type { Metrics } from '#app/platform/log/metrics.server.ts'
import type { Allowance, RateLimiter } from '#app/platform/security/rate-limiter.server.ts'
import type { Signals } from '#app/platform/signals/types.ts'
import type { StreamRegistry } from '#app/platform/live/stream-registry.server.ts'

/** What lives as long as the process. */
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
  metrics: Metrics
  refusalCounter: RefusalCounter
  runHandlers: RunHandlers<Context>
  /** Aborted once the process has been told to end: it takes nothing new then. */
  shutdownSignal: AbortSignal
  /** The address of the public pages’ script. */
  pageScript: string
}

/** The services of the process, and who asks. Only `contextFor` makes one. */
export type Context = Omit<App, 'shutdownSignal' | 'pageScript'> & {
  actor: Actor
  /** Where the call came from; null for what the service does by itself. */
  origin: Origin | null
}

/** Where a call came from; `tool` is the browser tool that says that it makes it, which proves nothing. */
export type Origin = {
  address: string
  requestId: string
  tool: string | null
  /** The device cookie of the request, unchecked. */
  device?: string | null
}

/** Facts about the request that the doors need and the rules do not. */
export type RequestFacts = {
  requestId: string
  address: string
  /** True when it comes from a program on this machine, with no proxy in between. */
  local?: boolean
  secure: boolean
  nonce: string
  /** The `Set-Cookie` of the session that takes the place of the one that the request came with. */
  renewed?: string
  /** The device cookie that the request came with, unchecked. */
  device?: string | null
  /** The `Set-Cookie` of the device cookie that the response brings. */
  newDevice?: string
  /** The browser tool that the request names. */
  tool?: string | undefined
  /** Which route took the request, as the metrics name it. */
  route?: string
  /** True once Remix has rendered a page whose route declares itself public. */
  isPublic?: boolean
  /** The limit that this request was counted against last, which the response reports. Absent when limits are off. */
  allowance?: Allowance
}

/** One call as the doors see it. */
export type Call = { app: App; facts: RequestFacts }

/** What Remix and the resource routes receive as `context`. */
export type LoadContext = Call & {
  pages: Pages
  /**
   * Ends the connection in the middle of an answer, so that nobody takes what was sent of it for the whole. Absent where a
   * page is made for everybody.
   */
  abortResponse?: () => void
}

/** The public pages as others see them. */
export type Pages = {
  /** The Markdown of the public page at a path, as its twin has it; null when there is no such page. */
  markdown(path: string): Promise<string | null>
}

/** Makes the context of one call; `facts` are those of the request that it comes from. */
export function contextFor(app: App, actor: Actor, facts?: RequestFacts): Context {
  const { shutdownSignal: _, pageScript: __, ...services } = app
  const origin = facts
    ? {
        address: facts.address,
        requestId: facts.requestId,
        tool: facts.tool ?? null,
        device: facts.device ?? null,
      }
    : null
  const log = facts ? app.log.child({ request_id: facts.requestId }) : app.log
  return { ...services, log, actor, origin }
}

import type { App, RequestFacts } from '#app/context.server.ts'
import { isOutage } from '#app/platform/db/db-errors.server.ts'
import { limitHeaders, tooManyRequests } from '#app/platform/security/rate-limiter.server.ts'
import type { LimitName } from '#app/platform/security/rate-limits.ts'
import type { Visit } from '#app/http/protocol/visit.server.ts'
import { limitAddress } from '#app/http/protocol/request-info.server.ts'
import { answerInteractions } from '#app/features/interactions/operations.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'

/** Paths that load balancers and monitors request. */
export const probePaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/api/health', '/metrics'])

/** Checks whether a path belongs to the JSON API, whose operations define their own limits. */
export const isApi = (path: string): boolean => path.startsWith('/api/')

/** Checks whether the route of a path counts its requests against its own limits. */
export const countsItself = (path: string): boolean => isApi(path) || path === callSiteTools.path

const limitOf = (path: string): LimitName =>
  path === callSiteTools.path ? callSiteTools.limit! : isApi(path) ? 'api_anonymous' : 'pages'

const isExempt = ({ path, request: { method = '' } }: Visit) =>
  method === 'GET' || method === 'HEAD'
    ? probePaths.has(path)
    : method === answerInteractions.method && path === answerInteractions.path

/** Counts a request by its path unless it was counted before. Throws `TryLater` if the client exceeds the limit. */
export async function countRequest({ rateLimiter }: Pick<App, 'rateLimiter'>, visit: Visit): Promise<void> {
  const { facts, path } = visit
  if (!rateLimiter.isOn || facts.allowance || isExempt(visit)) return
  const allowance = await rateLimiter.consume(limitOf(path), limitAddress(facts.address))
  if (!allowance) return
  facts.allowance = allowance
  if (allowance.refused) throw tooManyRequests(allowance)
}

/**
 * Counts a failed request. Does nothing in a database outage, when users who share an address cannot be distinguished.
 */
export async function countFailedRequest(
  app: Pick<App, 'rateLimiter'>,
  visit: Visit,
  error: unknown,
): Promise<unknown> {
  if (isOutage(error)) return error
  return countRequest(app, visit).then(
    () => error,
    (over: unknown) => over,
  )
}

/** Returns the headers of the limit that was applied. A 429 response includes the retry time. */
export function requestLimitHeaders({ allowance }: RequestFacts, status: number): Record<string, string> {
  if (!allowance) return {}
  const headers = limitHeaders(allowance)
  return status === 429 ? { ...headers, 'Retry-After': String(allowance.wait) } : headers
}

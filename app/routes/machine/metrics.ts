import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextFor } from '#app/context.server.ts'
import { readMetrics } from '#app/features/health/metrics.server.ts'
import { bearerToken } from '#app/http/auth/bearer.ts'

/** Returns the Prometheus metrics of this instance. */
export async function loader({ request, context: { app, facts } }: LoaderFunctionArgs) {
  const header = request.headers.get('Authorization')
  const token = bearerToken(header)
  // A request with a malformed header does not count as a request without the header.
  const reader = { local: (facts.local ?? false) && (token !== null || header === null), token }
  const { text, type } = await readMetrics(contextFor(app, { kind: 'anonymous' }, facts), reader)
  return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } })
}

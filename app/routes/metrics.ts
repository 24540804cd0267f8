import type { LoaderFunctionArgs } from '@remix-run/node'
import { contextFor } from '#app/context.server.ts'
import { readMetrics } from '#app/features/health/metrics.server.ts'

/** What this instance counts, for Prometheus. */
export async function loader({ request, context: { app, facts } }: LoaderFunctionArgs) {
  const [scheme, token = null] = (request.headers.get('Authorization') ?? '').split(' ', 2)
  const reader = { local: facts.local ?? false, token: scheme?.toLowerCase() === 'bearer' ? token : null }
  const { text, type } = await readMetrics(contextFor(app, { kind: 'anonymous' }, facts), reader)
  return new Response(text, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { readiness } from '#app/features/health/health.server.ts'

/** Returns 200 if the database responds with the expected schema and the process is not shutting down, else 503. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const found = await readiness(app)
  const status = found.status === 'ready' ? 200 : 503
  return Response.json(found, { status, headers: { 'Cache-Control': 'no-store' } })
}

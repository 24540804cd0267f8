import type { LoaderFunctionArgs } from '@remix-run/node'
import { readiness } from '#app/features/health/health.server.ts'

/** 200 when the database answers with the schema that we expect and the process is not going away, else 503. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const found = await readiness(app)
  const status = found.status === 'ready' ? 200 : 503
  return Response.json(found, { status, headers: { 'Cache-Control': 'no-store' } })
}

import type { LoaderFunctionArgs } from '@remix-run/node'
import { isMigrated } from '#app/db/migrate.server.ts'

/** 200 when the database answers with the schema that we expect, else 503. */
export async function loader({ context: { app } }: LoaderFunctionArgs) {
  const ready = await isMigrated(app.db).catch(() => false)
  return Response.json(
    { status: ready ? 'ready' : 'not_ready' },
    { status: ready ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
  )
}

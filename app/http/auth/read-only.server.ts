import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node'
import { readOnlyError } from '#app/access.ts'
import type { LoadContext } from '#app/context.server.ts'
import { actorOfDemo } from '#app/features/demo/session.server.ts'
import { sessionToken } from '#app/http/auth/session-cookie.server.ts'
import { refusalData } from '#app/http/pages/form.server.ts'
import { callSiteTools } from '#app/openapi/mcp.ts'
import { readBytes } from '#app/http/protocol/read-body.server.ts'

/**
 * Paths that accept POST requests from a demo session: signing out, opening the demo again, and the MCP endpoint, which
 * ignores sessions.
 */
const openPaths = new Set([
  ...['/logout', '/logout.data', '/api/auth/logout', '/demo', '/demo.data'],
  callSiteTools.path,
])

/** Maximum size in bytes of a refused form whose input is shown again. */
const MAX_FORM_BYTES = 64 * 1024

/** Throws `Forbidden` for every method that can write, if the request has the cookie of a demo session. */
export function rejectDemoWrite({ app }: Pick<LoadContext, 'app'>, request: Request): void {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method) || openPaths.has(new URL(request.url).pathname)) return
  if (actorOfDemo(app, sessionToken(request.headers.get('Cookie')))) throw readOnlyError()
}

/**
 * Wraps the actions of all pages so that they call `rejectDemoWrite` first. The submitted form shows the refusal.
 */
export function guardActions(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action
    if (!action) return [id, route] as const
    const guarded = async (args: ActionFunctionArgs) => {
      try {
        rejectDemoWrite(args.context, args.request)
      } catch {
        return refusalData(readOnlyError(), await submitted(args.request))
      }
      return action(args)
    }
    return [id, { ...route, module: { ...route.module, action: guarded } }] as const
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** Reads the fields of a form. Returns no fields for file uploads and for forms that are too large. */
async function submitted(request: Request): Promise<Record<string, string>> {
  const type = request.headers.get('Content-Type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return {}
  const body = await readBytes(request, MAX_FORM_BYTES).catch(() => new Uint8Array())
  return Object.fromEntries(new URLSearchParams(new TextDecoder().decode(body)))
}

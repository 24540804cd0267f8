import { vi } from 'vitest'
import type { Context } from '#app/context.server.ts'
import { guildScopes, siteScopes, type Scope } from '#app/access.ts'
import type { Command } from '#app/cli/command.server.ts'
import { createKey } from '#app/features/keys/keys.server.ts'
import { action as callMcp } from '#app/routes/api/v1.mcp.ts'
import type { Operation } from '#app/operations/operation.ts'
import { acceptsApiKey } from '#app/operations/operation.ts'
import { keyPathOf } from '#app/operations/open-to-keys.ts'
import type { HostTool } from '#agent-tools/tool/host.ts'
import { forgetWrites } from '#agent-tools/tool/tool.ts'
import type { Issue } from '#app/errors.ts'
import { Refusal } from '#app/errors.ts'
import { aUser } from '#tests/support/factories.ts'
import { anAddress } from '#tests/support/http/client.ts'
import { importRoute, routeFiles } from '#tests/support/http/route-files.ts'
import { fetchOf, message } from '#tests/support/http/mcp.ts'
import { signedIn } from '#tests/support/db/people.ts'
import type { Fields } from '#tests/support/interfaces/sample.ts'
import type { World } from '#tests/support/interfaces/world.ts'

/** Input of an operation, in its parts. */
export type Input = {
  params: Record<string, string>
  query?: Record<string, string | number> | undefined
  body?: Record<string, unknown> | undefined
  /** File of an upload, whose other fields are the body. */
  file?: File | undefined
  version?: number | undefined
  /** Fields that the page already shows, which its form sends too. */
  shown?: Record<string, unknown> | undefined
  /** Session of the person whose own account the call is about. Default: an owner. */
  session?: string | undefined
}

/** Refusal of an interface. Fields that an interface does not show are missing. */
export type Refused = { code?: string; status?: number; message?: string; issues?: Issue[]; current?: object }
export type Outcome = { ok: boolean; result?: unknown; refusal?: Refused }

/** Person or key that calls. A stranger has an account or a key without the permission. */
export type Caller = 'known' | 'stranger'

const routes = routeFiles.map(({ file, path }) => ({
  file,
  path,
  pattern: new RegExp(`^${path.replace(/[.[\]]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** Returns the route that serves a path: the one with the fewest parameters. */
function routeAt(pathname: string) {
  const found = routes
    .filter(({ pattern }) => pattern.test(pathname))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
  if (!found) throw new Error(`no route at ${pathname}`)
  return { ...found, params: { ...found.pattern.exec(pathname)!.groups } }
}

let requests = 0

/** Calls a route of the service in this process. */
async function serve<T>({ app }: World, request: Request, file?: string): Promise<T> {
  const { pathname } = new URL(request.url)
  const at = file
    ? { file, params: { ...routes.find((one) => one.file === file)!.pattern.exec(pathname)!.groups } }
    : routeAt(pathname)
  const route = (await importRoute(at.file)) as Record<'loader' | 'action', (args: unknown) => Promise<T>>
  const facts = { requestId: `r${++requests}`, address: anAddress(), secure: false, nonce: '' }
  const call = request.method === 'GET' ? route.loader : route.action
  return call({ request, params: at.params, context: { app, facts } })
}

const filled = (path: string, params: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))

function requestOf(
  { method }: Operation,
  path: string,
  { query, body, file, version }: Input,
  headers: object,
): Request {
  const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
  return new Request(`https://site.test${path}${search}`, {
    method,
    headers: {
      ...headers,
      ...(body === undefined || file ? {} : { 'Content-Type': 'application/json' }),
      ...(version === undefined ? {} : { 'If-Match': `"v${version}"` }),
    },
    ...(file ? { body: formOf({ ...(body as Fields), file }) } : body && { body: JSON.stringify(body) }),
  })
}

/** Encodes fields as browsers do: as multipart if there is a file. */
function formOf(fields: Fields): FormData | URLSearchParams {
  const hasFile = Object.values(fields).some((value) => typeof value !== 'string')
  const form = hasFile ? new FormData() : new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    for (const one of [value].flat()) form.append(name, one as string)
  return form
}

type ErrorBody = { error: string; code: string; issues?: Issue[]; current?: object }

async function outcomeOf(response: Response): Promise<Outcome> {
  const text = await response.text()
  const body: unknown =
    text && response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text || null
  if (response.ok) return { ok: true, result: body }
  return { ok: false, refusal: { status: response.status, ...refusalOf(body as ErrorBody) } }
}

const refusalOf = ({ error, code, issues = [], current }: ErrorBody): Refused => ({
  code,
  message: error,
  issues,
  ...(current ? { current } : {}),
})

export type Interfaces = Awaited<ReturnType<typeof openInterfaces>>

/** Creates the callers of a world, and functions that call operations through each interface. */
export async function openInterfaces(world: World) {
  const { token: own } = await signedIn(world, await aUser(world, { role: 'owner', name: 'Program' }))
  const { token: other } = await signedIn(world, await aUser(world, { role: 'member', name: 'Program' }))
  /** Operations on a person's own account have no permission to lack, so a stranger is signed out. */
  const cookieOf = (caller: Caller, { session = own }: Input): Record<string, string> => {
    if (caller === 'known') return { Cookie: `session=${session}` }
    return session === own ? { Cookie: `session=${other}` } : {}
  }

  /** Returns a key of the site, or of the guild in `params`. A stranger's key lacks the scope. */
  async function keyFor({ access }: Operation, { params }: Input, caller: Caller) {
    const scope = acceptsApiKey(access) ? access.key : null
    const isSite = siteScopes.includes(scope as never)
    const all: readonly Scope[] = isSite ? siteScopes : guildScopes
    const scopes = caller === 'known' ? [...all] : all.filter((one) => one !== scope)
    const guild = isSite ? {} : { guild: params.guildId! }
    const { key } = await createKey(world.ctx(), { name: 'Program', scopes, ...guild })
    await world.forget()
    return key
  }

  return {
    /** Calls the JSON route with a session. */
    session: async (operation: Operation, input: Input, caller: Caller): Promise<Outcome> =>
      outcomeOf(
        await serve(
          world,
          requestOf(operation, filled(operation.path, input.params), input, cookieOf(caller, input)),
        ),
      ),

    /** Calls the external API with a key. */
    async key(operation: Operation, input: Input, caller: Caller): Promise<Outcome> {
      const headers = { Authorization: `Bearer ${await keyFor(operation, input, caller)}` }
      const path = filled(keyPathOf(operation.path), input.params)
      return outcomeOf(await serve(world, requestOf(operation, path, input, headers)))
    },

    /** Calls a tool of MCP with a key. */
    async mcp(
      operation: Operation,
      name: string,
      given: object,
      input: Input,
      caller: Caller,
    ): Promise<Outcome> {
      const init = message('tools/call', { name, arguments: given })
      const headers = {
        ...(init.headers as object),
        Authorization: `Bearer ${await keyFor(operation, input, caller)}`,
      }
      const response = await fetchOf(world, callMcp)('https://site.test/api/v1/mcp', {
        ...init,
        headers: headers as HeadersInit,
      })
      const text = await response.text()
      const { result, error } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as {
        result?: { isError?: boolean; structuredContent?: object; content: { text: string }[] }
        error?: { message: string }
      }
      if (!result) return { ok: false, refusal: { message: error!.message } }
      if (!result.isError) return { ok: true, result: result.structuredContent }
      return { ok: false, refusal: refusalOf(JSON.parse(result.content[0]!.text) as ErrorBody) }
    },

    /** Runs a browser tool, whose requests reach the routes with a session, and confirms its proposal. */
    async tool({ execute }: HostTool, given: object, input: Input, caller: Caller): Promise<Outcome> {
      forgetWrites()
      vi.stubGlobal('location', new URL('https://site.test/'))
      let sent = false
      vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
        sent = true
        const headers = { ...(init.headers as object), ...cookieOf(caller, input) }
        return serve(world, new Request(new URL(address, 'https://site.test'), { ...init, headers }))
      })
      type ToolError = { code: string; message: string; hint: string }
      type Result = { ok: boolean; status?: string; confirm_token?: string; error?: ToolError }
      try {
        let result = (await execute(given)) as Result
        if (result.status === 'needs_confirmation')
          result = (await execute({ ...given, confirm_token: result.confirm_token })) as Result
        if (result.ok) return { ok: true, result }
        const { code, message } = result.error!
        // The tool itself checks types and lengths, and names them in its own words.
        const isOwn = !sent
        return { ok: false, refusal: isOwn ? { code } : { code, message } }
      } finally {
        vi.unstubAllGlobals()
      }
    },

    /** Submits a form of a page with a session. */
    async form(
      file: string,
      fields: Fields,
      search: Record<string, string>,
      input: Input,
      caller: Caller,
    ): Promise<Outcome> {
      const path = filled(routeFiles.find((one) => one.file === file)!.path, input.params)
      const request = new Request(`https://site.test${path}?${new URLSearchParams(search)}`, {
        method: 'POST',
        headers: cookieOf(caller, input),
        body: formOf(fields),
      })
      type Returned = Response | { data?: FormData; init?: ResponseInit | null }
      type FormData = { error?: string | null; issues?: Issue[]; current?: object }
      let returned: Returned
      try {
        returned = await serve<Returned>(world, request, file)
      } catch (thrown) {
        // A form of a signed-out person redirects to the sign-in page.
        if (!(thrown instanceof Response)) throw thrown
        return { ok: false, refusal: {} }
      }
      if (returned instanceof Response) return { ok: returned.status < 400 }
      const { error, issues, current } = returned.data ?? (returned as FormData)
      if (error === undefined || error === null) return { ok: true }
      const status = returned.init?.status
      return {
        ok: false,
        refusal: {
          message: error,
          ...(status ? { status } : {}),
          ...(issues ? { issues } : {}),
          ...(current ? { current } : {}),
        },
      }
    },

    /** Runs a command of the CLI. */
    async command({ options, run }: Command, given: Record<string, unknown>): Promise<Outcome> {
      const parsed = options.safeParse(given)
      if (!parsed.success) {
        // Options have names of their own.
        const [first] = parsed.error.issues
        return { ok: false, refusal: { code: 'invalid_request', message: first!.message } }
      }
      try {
        return { ok: true, result: await run!(world.ctx() as Context, parsed.data) }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { ok: false, refusal: { code: error.code, message: error.message } }
      }
    },
  }
}

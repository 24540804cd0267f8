import { randomInt } from 'node:crypto'
import { http, HttpResponse, type JsonBodyType } from 'msw'

/** The application and its bot at this Discord. */
export const botEnv = {
  DISCORD_APPLICATION_ID: '900000000000000001',
  DISCORD_BOT_TOKEN: 'bot-token.is.secret-of-tests',
  RUNNER_EMBEDDED: 'off',
}

export type RestCommand = { id: string; name: string; type: number; version: string } & Record<
  string,
  unknown
>
type Sent = Record<string, unknown> & { name: string; type?: number }
type Asked = { method: string; path: string; userAgent: string | null; body: unknown }

const api = 'https://discord.com/api/v10'
const newId = () => `7${Array.from({ length: 17 }, () => randomInt(10)).join('')}`
const no = (status: number, code: number, message: string, more: object = {}) =>
  HttpResponse.json({ message, code, ...more } as JsonBodyType, { status })
const wrong = (code: string, message: string) => ({ _errors: [{ code, message }] })

/**
 * Plays Discord for a bot. It knows every guild but those in `strange`, and lets the bot into all of them but those in
 * `closed`. A command keeps its id for as long as its name and type stay. `asked` notes every call, `commandsOf` is what it holds.
 */
export function discordRest({ strange = [] as string[], closed = [] as string[] } = {}) {
  const asked: Asked[] = []
  const held = new Map<string, RestCommand[]>()

  const note = async (request: Request) => {
    const body = request.method === 'GET' ? null : ((await request.clone().json()) as unknown)
    const { pathname } = new URL(request.url)
    asked.push({ method: request.method, path: pathname, userAgent: request.headers.get('User-Agent'), body })
    return body
  }
  const refusal = (request: Request, application: unknown, guild: string) => {
    if (request.headers.get('Authorization') !== `Bot ${botEnv.DISCORD_BOT_TOKEN}`)
      return no(401, 0, '401: Unauthorized')
    if (application !== botEnv.DISCORD_APPLICATION_ID) return no(404, 10002, 'Unknown Application')
    if (strange.includes(guild)) return no(404, 10004, 'Unknown Guild')
    if (closed.includes(guild)) return no(403, 50001, 'Missing Access')
  }

  const path = `${api}/applications/:application/guilds/:guild/commands`
  const handlers = [
    http.get(path, async ({ request, params: { application, guild } }) => {
      await note(request)
      return refusal(request, application, String(guild)) ?? HttpResponse.json(held.get(String(guild)) ?? [])
    }),
    http.put(path, async ({ request, params: { application, guild } }) => {
      const sent = (await note(request)) as Sent[]
      const refused = refusal(request, application, String(guild)) ?? faultsOf(sent)
      if (refused) return refused
      const before = held.get(String(guild)) ?? []
      const after = sent.map((one): RestCommand => {
        const type = one.type ?? 1
        const id = before.find((old) => old.name === one.name && old.type === type)?.id ?? newId()
        // It leaves out what is empty, and knows of no contexts inside a guild.
        const { options, ...rest } = one
        const listed = Array.isArray(options) && options.length ? { options } : {}
        const always = { application_id: String(application), guild_id: String(guild), nsfw: false }
        const own = { description: '', default_member_permissions: null, ...rest, ...listed }
        return { ...own, ...always, contexts: null, id, type, name: one.name, version: newId() }
      })
      held.set(String(guild), after)
      return HttpResponse.json(after)
    }),
    http.patch(`${api}/webhooks/:application/:token/messages/@original`, async ({ request, params }) => {
      const body = await note(request)
      if (params.token === 'dead') return no(404, 10015, 'Unknown Webhook')
      return HttpResponse.json({ id: newId(), ...(body as object) })
    }),
  ]
  return { handlers, asked, commandsOf: (guild: string) => held.get(guild) ?? [] }
}

/** What Discord says of a set that it does not take: each fault under the place where it is. */
function faultsOf(sent: Sent[]) {
  const errors: Record<string, object> = {}
  for (const [index, { name, type = 1, description, options = [] }] of sent.entries()) {
    const faults: Record<string, unknown> = {}
    if (type === 1 && !/^[-_'\p{L}\p{N}]{1,32}$/u.test(name))
      faults.name = wrong('APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
    if (type === 1 && !description) faults.description = wrong('BASE_TYPE_REQUIRED', 'This field is required')
    if (type !== 1 && description)
      faults.description = wrong('CONTEXT_MENU_CANNOT_HAVE_DESCRIPTION', 'Must be empty')
    const both = (options as { choices?: unknown; autocomplete?: boolean }[]).flatMap((option, place) =>
      option.autocomplete && option.choices
        ? [[place, { choices: wrong('OPTION_BOTH', 'Not with autocomplete') }]]
        : [],
    )
    if (both.length) faults.options = Object.fromEntries(both) as object
    if (Object.keys(faults).length) errors[index] = faults
  }
  return Object.keys(errors).length ? no(400, 50035, 'Invalid Form Body', { errors }) : undefined
}

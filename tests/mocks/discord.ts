import { randomInt } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { decode, isProved, letIn, troubled, type Trouble } from '#tests/mocks/codes.ts'

export type DiscordPerson = {
  id: string
  username: string
  discriminator: string
  global_name: string | null
  avatar: string | null
  email: string | null
  verified: boolean
  /** Servers, as the scope `guilds` lists them. */
  guilds?: { id: string; name: string; owner: boolean; permissions: string }[]
}

/** The application that is registered at this Discord. */
export const discordEnv = { DISCORD_CLIENT_ID: 'discord-client', DISCORD_CLIENT_SECRET: 'discord-secret' }

/** Somebody with an account at Discord, whose e-mail is confirmed there. */
export function aDiscordPerson(email: string | null, over: Partial<DiscordPerson> = {}): DiscordPerson {
  const id = `8${Array.from({ length: 17 }, () => randomInt(10)).join('')}`
  const person = { id, username: `grace${id}`, discriminator: '0', global_name: 'Grace', avatar: null }
  return { ...person, email, verified: email !== null, ...over }
}

/** Plays the page on which a user authorizes the application; returns the address that it leads back to. */
export const discordLetsIn = (
  location: string,
  person: DiscordPerson,
  trouble?: Trouble,
  scope = 'identify email',
): URL =>
  letIn(
    {
      address: 'https://discord.com/api/v10/oauth2/authorize',
      client: discordEnv.DISCORD_CLIENT_ID,
      scope,
    },
    location,
    person,
    trouble,
  )

const used = new Set<string>()

/** Discord refuses an exchange with 400 or 401. A code works once. */
export const discord = [
  http.post('https://discord.com/api/v10/oauth2/token', async ({ request }) => {
    const form = await request.formData()
    const code = String(form.get('code'))
    const granted = decode<DiscordPerson>(code)
    const trouble = await troubled('token', granted?.trouble)
    if (trouble) return trouble
    if (form.get('client_secret') !== discordEnv.DISCORD_CLIENT_SECRET)
      return HttpResponse.json({ error: 'invalid_client' }, { status: 401 })
    if (
      form.get('grant_type') !== 'authorization_code' ||
      !granted ||
      used.has(code) ||
      !isProved(form, granted)
    )
      return HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })
    used.add(code)
    const token = { access_token: code, token_type: 'Bearer', expires_in: 604800, refresh_token: 'r' }
    return HttpResponse.json({ ...token, scope: 'identify email' })
  }),
  http.get('https://discord.com/api/v10/users/@me', async ({ request }) => {
    const granted = decode<DiscordPerson>((request.headers.get('Authorization') ?? '').replace('Bearer ', ''))
    if (!granted) return HttpResponse.json({ message: '401: Unauthorized', code: 0 }, { status: 401 })
    return (await troubled('person', granted.trouble)) ?? HttpResponse.json(granted.person)
  }),
  http.get('https://discord.com/api/v10/users/@me/guilds', ({ request }) => {
    const granted = decode<DiscordPerson>((request.headers.get('Authorization') ?? '').replace('Bearer ', ''))
    if (!granted) return HttpResponse.json({ message: '401: Unauthorized', code: 0 }, { status: 401 })
    return HttpResponse.json(granted.person.guilds ?? [])
  }),
]

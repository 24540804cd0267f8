import { randomInt } from 'node:crypto'
import { http, HttpResponse } from 'msw'
import { decode, isProved, letIn, troubled, type Trouble } from '#tests/mocks/codes.ts'

export type GithubPerson = {
  id: number
  login: string
  name: string | null
  avatar_url: string
  emails: { email: string; primary: boolean; verified: boolean; visibility: string | null }[]
}

/** The application that is registered at this GitHub. */
export const githubEnv = { GITHUB_CLIENT_ID: 'github-client', GITHUB_CLIENT_SECRET: 'github-secret' }

/** Somebody with an account at GitHub, whose e-mail is confirmed there. */
export function aGithubPerson(
  email: string | null,
  over: Partial<GithubPerson> & { verified?: boolean } = {},
): GithubPerson {
  const id = randomInt(1, 2 ** 31)
  const { verified = true, ...rest } = over
  const other = { email: `${id}@users.noreply.github.com`, primary: false, verified: true, visibility: null }
  const own = email === null ? [] : [{ email, primary: true, verified, visibility: 'public' }]
  const avatar_url = `https://avatars.githubusercontent.com/u/${id}?v=4`
  return { id, login: `grace-${id}`, name: 'Grace Hopper', avatar_url, emails: [other, ...own], ...rest }
}

/** Plays the page on which a user authorizes the application; returns the address that it leads back to. */
export const githubLetsIn = (location: string, person: GithubPerson, trouble?: Trouble): URL =>
  letIn(
    {
      address: 'https://github.com/login/oauth/authorize',
      client: githubEnv.GITHUB_CLIENT_ID,
      scope: 'read:user user:email',
    },
    location,
    person,
    trouble,
  )

const used = new Set<string>()

const bearer = (request: Request) =>
  decode<GithubPerson>((request.headers.get('Authorization') ?? '').replace('Bearer ', ''))

/** GitHub refuses an exchange with 200 and an `error`. A code works once. */
export const github = [
  http.post('https://github.com/login/oauth/access_token', async ({ request }) => {
    const form = await request.formData()
    const code = String(form.get('code'))
    const granted = decode<GithubPerson>(code)
    const trouble = await troubled('token', granted?.trouble)
    if (trouble) return trouble
    if (form.get('client_secret') !== githubEnv.GITHUB_CLIENT_SECRET)
      return HttpResponse.json({ error: 'incorrect_client_credentials' })
    if (!granted || used.has(code) || !isProved(form, granted))
      return HttpResponse.json({ error: 'bad_verification_code' })
    used.add(code)
    return HttpResponse.json({ access_token: code, token_type: 'bearer', scope: 'read:user,user:email' })
  }),
  http.get('https://api.github.com/user', async ({ request }) => {
    const granted = bearer(request)
    if (!granted || !request.headers.get('User-Agent')) return new HttpResponse(null, { status: 401 })
    const { emails, ...account } = granted.person
    return (
      (await troubled('person', granted.trouble)) ??
      HttpResponse.json({ ...account, email: emails[0]?.email ?? null, type: 'User', site_admin: false })
    )
  }),
  http.get('https://api.github.com/user/emails', ({ request }) => {
    const granted = bearer(request)
    return granted ? HttpResponse.json(granted.person.emails) : new HttpResponse(null, { status: 401 })
  }),
]

import { listSessions, logout } from '#agent-tools/members/operations.ts'
import { limit, offset } from '#agent-tools/tool/inputs.ts'
import { listResult, sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

type Session = {
  id: string
  current: boolean
  created_at: string
  last_seen_at: string
  user_agent: string | null
}

export const listMySessions = tool({
  name: 'list_my_sessions',
  title: 'List sessions',
  description:
    'Lists the browsers and programs that are signed in to the person’s account, with the start and last use of each. current marks this one. To end a session, the person opens /profile/security.',
  uses: [listSessions],
  input: { limit, offset },
  async run({ limit: most, offset: start }, { call }) {
    const { data } = await call<{ sessions: Session[] }>(listSessions)
    const sessions = data.sessions.map(({ id, current, created_at, last_seen_at, user_agent }) => ({
      id,
      current,
      created_at,
      last_seen_at,
      program: sanitizeLine(user_agent, 80),
    }))
    const place = { total: sessions.length, offset: start }
    return listResult('sessions', sessions.slice(start, start + most), place, { page: '/profile/security' })
  },
})

export const signOut = tool({
  name: 'sign_out',
  title: 'Sign out',
  description:
    'Signs the person out in this browser. The first call only returns a confirm_token. After the person agrees, repeat the call with the token. Tools that need the session then become unavailable.',
  uses: [logout],
  input: {},
  untrusted: false,
  async run(_, { call }) {
    await call(logout, { proposal: { summary: 'Sign out of this site in this browser' } })
    return { ok: true, summary: 'Signed out', next: 'The person signs in again at /login.' }
  },
})

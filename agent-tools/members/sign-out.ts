import { logout } from '#agent-tools/members/operations.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const signOut = tool({
  name: 'sign_out',
  title: 'Sign out',
  description:
    'Ends the session of the person in this browser. The first call only asks: the person decides, then the call with the confirm_token signs out. Tools that need the session are gone afterwards.',
  uses: [logout],
  input: { properties: {}, required: [] },
  untrusted: false,
  async run(_, { call }) {
    await call(logout, { proposal: { summary: 'Sign out of this site in this browser' } })
    return { ok: true, summary: 'Signed out', next: 'The person signs in again at /login.' }
  },
})

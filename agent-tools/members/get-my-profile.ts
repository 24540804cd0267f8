import { readProfile } from '#agent-tools/members/operations.ts'
import { short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** The account of the person, as the site answers it. */
export type Profile = {
  user: {
    id: string
    name: string
    email: string
    email_verified: boolean
    avatar_url: string | null
    theme: string
    role: string
    connections: string[]
  }
}

/** What a tool tells of an account: no more than it takes to talk about it. */
export const shownProfile = ({ user }: Profile) => ({
  name: short(user.name),
  email: user.email,
  email_verified: user.email_verified,
  avatar_url: user.avatar_url,
  theme: user.theme,
  role: user.role,
  connections: user.connections,
  page: '/profile',
})

/** Where more tools are offered to a role. */
const more: Record<string, string[]> = {
  editor: ['/admin/content'],
  admin: ['/admin', '/admin/content'],
  owner: ['/admin', '/admin/content'],
}

export const getMyProfile = tool({
  name: 'get_my_profile',
  title: 'Read the profile',
  description:
    'Returns the account of the person who is signed in here: name, e-mail, picture, colours, role, and the parts of this site on which more tools are offered to them.',
  uses: [readProfile],
  input: { properties: {}, required: [] },
  untrusted: true,
  async run(_, { call }) {
    const { data } = await call<Profile>(readProfile)
    return { ok: true, profile: shownProfile(data), more_tools_at: more[data.user.role] ?? [] }
  },
})

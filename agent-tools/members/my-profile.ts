import { readProfile, updateProfile } from '#agent-tools/members/operations.ts'
import { changedFields, pickGiven } from '#agent-tools/tool/inputs.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { shorten } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** The account of the person, as the site answers it. */
type Profile = {
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
const presentProfile = ({ user }: Profile) => ({
  name: shorten(user.name),
  email: user.email,
  email_verified: user.email_verified,
  avatar_url: user.avatar_url,
  theme: user.theme,
  role: user.role,
  connections: user.connections,
  page: '/profile',
})

/** Where more tools are offered to a role. */
const roleHints: Record<string, string[]> = {
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
  input: {},
  async run(_, { call }) {
    const { data } = await call<Profile>(readProfile)
    return { ok: true, profile: presentProfile(data), more_tools_at: roleHints[data.user.role] ?? [] }
  },
})

const { name, avatar_url, theme } = updateProfile.body

export const updateMyProfile = tool({
  name: 'update_my_profile',
  title: 'Change the profile',
  description:
    'Changes the name, the picture or the colours of the person who is signed in. What is left out stays. Returns the profile as it is then; undo_action takes the change back.',
  uses: [readProfile, updateProfile],
  input: {
    name,
    avatar_url: { ...avatar_url, description: 'The HTTPS address of a picture; empty for none.' },
    theme,
  },
  describeInput: (input) => Object.keys(input).join(', '),
  async run(input, { call, undo }) {
    const change = pickGiven(input, ['name', 'avatar_url', 'theme'])
    if (change.avatar_url === '') change.avatar_url = null
    if (!Object.keys(change).length) {
      const hint = 'Give name, avatar_url or theme.'
      return failure('invalid_request', 'Nothing was given to change.', { hint })
    }
    const { data: before } = await call<Profile>(readProfile)
    const { data: after } = await call<Profile>(updateProfile, { body: change })
    const changed = changedFields(before.user, change)
    const profile = presentProfile(after)
    if (!changed.length) return { ok: true, summary: 'The profile was so already', profile }
    const was = Object.fromEntries(
      changed.map((field) => [field, before.user[field as keyof Profile['user']]]),
    )
    const summary = `Changed ${changed.join(' and ')} of the profile`
    return { ok: true, summary, profile, ...undo((call) => call(updateProfile, { body: was })) }
  },
})

import { readProfile, updateProfile } from '#agent-tools/members/operations.ts'
import { changedFields, pickGiven } from '#agent-tools/tool/inputs.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { sanitizeLine } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

/** Account of the user in the API response. */
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

/** Converts an account to the few fields that a tool returns. */
const presentProfile = ({ user }: Profile) => ({
  name: sanitizeLine(user.name),
  email: user.email,
  email_verified: user.email_verified,
  avatar_url: user.avatar_url,
  theme: user.theme,
  role: user.role,
  connections: user.connections,
  page: '/profile',
})

/** Pages that offer more tools, by role. */
const roleHints: Record<string, string[]> = {
  editor: ['/admin/content'],
  admin: ['/admin', '/admin/content'],
  owner: ['/admin', '/admin/content'],
}

export const getMyProfile = tool({
  name: 'get_my_profile',
  title: 'Read the profile',
  description:
    'Returns the account of the signed-in person: name, email, picture, theme, role, and the parts of this site with more tools.',
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
    'Changes the name, picture or theme of the signed-in person. Omitted fields stay unchanged. Returns the new profile. To revert the change, use undo_action.',
  uses: [readProfile, updateProfile],
  input: {
    name,
    avatar_url: { ...avatar_url, description: 'HTTPS URL of a picture. Empty for none.' },
    theme,
  },
  describeInput: (input) => Object.keys(input).join(', '),
  async run(input, { call, undo }) {
    const change = pickGiven(input, ['name', 'avatar_url', 'theme'])
    if (change.avatar_url === '') change.avatar_url = null
    if (!Object.keys(change).length) {
      const hint = 'Pass name, avatar_url or theme.'
      return failure('invalid_request', 'No changes were passed.', { hint })
    }
    const { data: before } = await call<Profile>(readProfile)
    const { data: after } = await call<Profile>(updateProfile, { body: change })
    const changed = changedFields(before.user, change)
    const profile = presentProfile(after)
    if (!changed.length) return { ok: true, summary: 'The profile is unchanged', profile }
    const was = Object.fromEntries(
      changed.map((field) => [field, before.user[field as keyof Profile['user']]]),
    )
    const summary = `Changed ${changed.join(' and ')} of the profile`
    return { ok: true, summary, profile, ...undo((call) => call(updateProfile, { body: was })) }
  },
})

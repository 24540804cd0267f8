import { shownProfile, type Profile } from '#agent-tools/members/get-my-profile.ts'
import { changedIn, givenOf } from '#agent-tools/tool/inputs.ts'
import { readProfile, updateProfile } from '#agent-tools/members/operations.ts'
import { failure } from '#agent-tools/tool/result.ts'
import { tool } from '#agent-tools/tool/tool.ts'

const { name, avatar_url, theme } = updateProfile.body

export const updateMyProfile = tool({
  name: 'update_my_profile',
  title: 'Change the profile',
  description:
    'Changes the name, the picture or the colours of the person who is signed in. What is left out stays. Returns the profile as it is then; undo_action takes the change back.',
  uses: [readProfile, updateProfile],
  input: {
    properties: {
      name,
      avatar_url: { ...avatar_url, description: 'The HTTPS address of a picture; empty for none.' },
      theme,
    },
    required: [],
  },
  untrusted: true,
  about: (input) => Object.keys(input).join(', '),
  async run(input, { call, undo }) {
    const change = givenOf(input, ['name', 'avatar_url', 'theme'])
    if (change.avatar_url === '') change.avatar_url = null
    if (!Object.keys(change).length) {
      const hint = 'Give name, avatar_url or theme.'
      return failure('invalid_request', 'Nothing was given to change.', { hint })
    }
    const { data: before } = await call<Profile>(readProfile)
    const { data: after } = await call<Profile>(updateProfile, { body: change })
    const changed = changedIn(before.user, change)
    const profile = shownProfile(after)
    if (!changed.length) return { ok: true, summary: 'The profile was so already', profile }
    const was = Object.fromEntries(
      changed.map((field) => [field, before.user[field as keyof Profile['user']]]),
    )
    const summary = `Changed ${changed.join(' and ')} of the profile`
    return { ok: true, summary, profile, ...undo((call) => call(updateProfile, { body: was })) }
  },
})

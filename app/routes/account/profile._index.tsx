import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { canAccess, hasRole, requireUser } from '#app/access.ts'
import { readProfile, updateProfile } from '#app/features/accounts/accounts.server.ts'
import { profileForm } from '#app/features/accounts/forms.ts'

import { resendVerification } from '#app/features/accounts/signup.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { consumeFormLimit, page } from '#app/http/pages/page.server.ts'
import { accountSections } from '#app/ui/layout/console-nav.ts'
import { Timestamp } from '#app/ui/feedback/timestamp.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { noMailServerText } from '#app/features/accounts/ui/signup-words.ts'
import { ProfileForm } from '#app/features/accounts/ui/profile-form.tsx'
import { DefinitionList, SectionLayout, Section } from '#app/ui/layout/section-layout.tsx'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'profile:own', title: 'Your account' } as const

export const loader = page(handle.needs, async (ctx, { search }) => ({
  user: await readProfile(ctx),
  mail: Boolean(ctx.config.smtpUrl),
  readsMail: hasRole(requireUser(ctx).role, 'mail:read'),
  opensConsole: canAccess(requireUser(ctx), 'console:open'),
  done: search.get('done'),
}))

export const action = forms((args) => ({
  profile: formHandler(profileForm, async (ctx, input) => {
    await updateProfile(ctx, input)
    return redirect(`/profile?done=${input.theme ? 'theme' : 'profile'}`)
  }),
  verify: formHandler(z.object({}), async (ctx) => {
    await consumeFormLimit(args, 'verification')
    await resendVerification(ctx)
    return redirect(`/profile?done=${ctx.config.smtpUrl ? 'email' : 'stored'}`)
  }),
}))

const doneMessages: Record<string, string> = {
  profile: 'Your profile was saved.',
  theme: 'Your profile and theme were saved.',
  email: 'We sent you a confirmation email. The link works for a day.',
  stored: 'Your confirmation email was stored for the administrators. The link works for a day.',
  joined: 'You accepted the invitation.',
  verified: 'Your email address was confirmed.',
}

export default function Profile() {
  const { user, mail, readsMail, opensConsole, done } = useLoaderData<typeof loader>()
  const message = ownValue(doneMessages, done)
  const refusal = useActionData<typeof action>()
  return (
    <SectionLayout
      label="Your account"
      rooms={accountSections}
      here="/profile"
      title={user.name}
      lead="Your name, picture, email address and role."
    >
      <PageNotice tone="done" title={!refusal && message} />
      <Section id="profile" title="Profile" lead="Your name and picture are visible to others.">
        <ProfileForm user={user} themeSaved={done === 'theme'} refusal={refusalFor('profile', refusal)} />
      </Section>
      <Section id="email" title="Email">
        <p className="[overflow-wrap:anywhere]">
          {user.email} {user.email_verified ? 'is confirmed.' : 'is not confirmed yet.'}
        </p>
        {!user.email_verified && (
          <div className="mt-4">
            {!mail && (
              <p className="mb-4 text-soft">
                {noMailServerText}{' '}
                {readsMail ? (
                  <>
                    Request a confirmation email, then open it under{' '}
                    <a href="/admin/mail" className="link">
                      Email
                    </a>
                    .
                  </>
                ) : (
                  'Request a confirmation email, then ask an administrator for the link in it.'
                )}
              </p>
            )}
            <PostForm
              intent="verify"
              button={mail ? 'Send confirmation email' : 'Request confirmation email'}
              busy={mail ? 'Sending' : 'Requesting'}
              refusal={refusalFor('verify', refusal)}
            />
          </div>
        )}
      </Section>
      <Section id="account" title="Account">
        <DefinitionList
          facts={[
            ['Role', user.role],
            ['Created', <Timestamp key="since" at={user.created_at} />],
            [
              'Account id',
              <code key="id" className="code-inline">
                {user.id}
              </code>,
            ],
          ]}
        />
        {opensConsole && (
          <p className="mt-6">
            <a href="/admin" className="finger">
              Open the console
            </a>
          </p>
        )}
      </Section>
    </SectionLayout>
  )
}

import { redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { deleteAccount } from '#app/features/privacy/account-deletion.server.ts'
import { deleteProfileForm } from '#app/features/accounts/forms.ts'
import { isFreshFromProvider } from '#app/features/accounts/sign-in/sessions.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { endSession } from '#app/http/auth/session-cookie.server.ts'
import { accountSections } from '#app/ui/layout/console-nav.ts'
import { ConfirmCheckbox, CurrentPassword, Username } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SectionLayout, Section } from '#app/ui/layout/section-layout.tsx'
import { providerNames } from '#app/platform/config/providers.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'profile:own', title: 'Your data' } as const

export const loader = page(handle.needs, async (ctx) => ({
  user: await readProfile(ctx),
  fresh: await isFreshFromProvider(ctx),
}))

export const action = forms((args) => ({
  delete: formHandler(deleteProfileForm, async (ctx, { password }) => {
    await deleteAccount(ctx, { password })
    const headers = { 'Set-Cookie': await endSession(args, ctx) }
    return redirectDocument('/login?done=deleted', { headers })
  }),
}))

export default function YourData() {
  const { user, fresh } = useLoaderData<typeof loader>()
  const refusal = refusalFor('delete', useActionData<typeof action>())
  return (
    <SectionLayout
      label="Your account"
      rooms={accountSections}
      here="/profile/data"
      title="Your data"
      lead="Export your data, or delete your account."
    >
      <Section
        id="export"
        title="Export"
        lead="A JSON file with all your data: your account, linked identities, sessions and conversations. The file also lists everything that you created or changed, and the audit log entries about you."
      >
        <a href="/api/profile/export" className="button">
          Download data
        </a>
      </Section>
      <Section
        id="delete"
        title="Delete account"
        lead="Your account, sessions, conversations and linked identities will be deleted immediately and cannot be restored. Your name will be removed from your changes. The audit log will keep your actions under your account id."
      >
        {user.has_password || fresh ? (
          <PostForm
            intent="delete"
            button="Delete account"
            busy="Deleting"
            look="button danger"
            refusal={refusal}
            className="max-w-xl space-y-5"
          >
            <Username email={user.email} />
            {!fresh && <CurrentPassword label="Your password" name="password" refusal={refusal} />}
            <ConfirmCheckbox name="sure" label="Delete my account permanently." refusal={refusal} />
          </PostForm>
        ) : (
          <p className="max-w-2xl text-soft">
            Your account has no password. Confirm your identity first:{' '}
            {user.connections.map((provider) => (
              <a
                key={provider}
                href={`/api/auth/${provider}?redirect_to=/profile/data`}
                className="link mr-3 inline-block text-ink"
              >
                Continue with {providerNames[provider]}
              </a>
            ))}
          </p>
        )}
      </Section>
    </SectionLayout>
  )
}

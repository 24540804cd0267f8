import { redirect, redirectDocument } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readProfile } from '#app/features/accounts/accounts.server.ts'
import { changePassword, confirmPassword } from '#app/features/accounts/sign-in/credentials.server.ts'
import {
  listConnections,
  offeredProviders,
  unlinkIdentity,
} from '#app/features/accounts/sign-in/identities.server.ts'
import { oauthError, oauthErrors } from '#app/features/accounts/sign-in/oauth.ts'
import { changePasswordForm, confirmPasswordForm } from '#app/features/accounts/forms.ts'
import { idParam, providerParam } from '#app/features/accounts/schema.ts'
import {
  closeOtherSessions,
  hasRecentProof,
  listSessions,
  revokeSession,
} from '#app/features/accounts/sign-in/sessions.server.ts'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { rememberDevice, sessionCookie } from '#app/http/auth/session-cookie.server.ts'
import { accountSections } from '#app/ui/layout/console-nav.ts'
import { Identities } from '#app/features/accounts/ui/identities.tsx'
import { PageNotice } from '#app/ui/feedback/notice.tsx'
import { PasswordForm } from '#app/features/accounts/ui/password-form.tsx'
import { SectionLayout, Section } from '#app/ui/layout/section-layout.tsx'
import { SessionList } from '#app/features/accounts/ui/session-list.tsx'
import { ownValue } from '#app/primitives/objects.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'profile:own', title: 'Account security' } as const

export const loader = page(handle.needs, async (ctx, { search }) => {
  const error = oauthError.safeParse(search.get('error'))
  return {
    user: await readProfile(ctx),
    ...(await listConnections(ctx)),
    ...(await listSessions(ctx)),
    offered: offeredProviders(ctx),
    proved: await hasRecentProof(ctx),
    done: search.get('done'),
    error: error.success ? oauthErrors[error.data] : null,
  }
})

export const action = forms((args) => ({
  password: formHandler(changePasswordForm, async (ctx, input) => {
    const { token, seconds, device } = await changePassword(ctx, input)
    rememberDevice(args, device)
    const cookie = sessionCookie(token, seconds, args.context.facts.secure)
    return redirectDocument('/profile/security?done=password', { headers: { 'Set-Cookie': cookie } })
  }),
  prove: formHandler(confirmPasswordForm, async (ctx, input) => {
    const { token, seconds } = await confirmPassword(ctx, input)
    const cookie = sessionCookie(token, seconds, args.context.facts.secure)
    return redirect('/profile/security?done=proved#identities', { headers: { 'Set-Cookie': cookie } })
  }),
  unlink: formHandler(providerParam, async (ctx, input) => {
    await unlinkIdentity(ctx, input)
    return redirect('/profile/security?done=unlinked')
  }),
  revoke: formHandler(idParam, async (ctx, input) => {
    await revokeSession(ctx, input)
    return redirect('/profile/security?done=revoked')
  }),
  others: formHandler(z.object({}), async (ctx) => {
    await closeOtherSessions(ctx)
    return redirect('/profile/security?done=others')
  }),
}))

const doneMessages: Record<string, string> = {
  password: 'Your password was changed. Your other sessions were signed out.',
  proved: 'Your identity was confirmed. You can link and unlink identities for ten minutes.',
  unlinked: 'The identity was unlinked.',
  revoked: 'The session was ended.',
  others: 'Your other sessions were signed out.',
}

export default function Security() {
  const { user, connections, sessions, offered, proved, done, error } = useLoaderData<typeof loader>()
  const message = ownValue(doneMessages, done)
  const refusal = useActionData<typeof action>()
  return (
    <SectionLayout
      label="Your account"
      rooms={accountSections}
      here="/profile/security"
      title="Security"
      lead="Your password, linked identities and sessions."
    >
      <PageNotice tone="done" title={!refusal && message} />
      <PageNotice tone="stop" title={!refusal && error} />
      <Section id="password" title="Password">
        <PasswordForm user={user} offered={offered} refusal={refusalFor('password', refusal)} />
      </Section>
      <Section
        id="identities"
        title="Linked identities"
        lead="Sign in with a linked identity instead of a password."
      >
        <Identities
          user={user}
          connections={connections}
          offered={offered}
          proved={proved}
          refusal={refusal}
        />
      </Section>
      <Section
        id="sessions"
        title="Sessions"
        lead="Browsers and programs that are signed in to your account. If you do not recognize a session, end it, then change your password."
      >
        <SessionList sessions={sessions} refusal={refusalFor('revoke', refusal)} />
      </Section>
    </SectionLayout>
  )
}

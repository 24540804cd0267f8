import type { Context } from '#app/context.server.ts'
import { userByEmail, userById, type UserRow } from '#app/features/accounts/store.server.ts'
import { issueSignupToken, issueToken } from '#app/features/accounts/tokens.server.ts'
import type { EmailComposers, Email } from '#app/features/mail/email.server.ts'
import { providerNames } from '#app/platform/config/providers.ts'

/** Composers of account emails. Each composer creates its link token just before the email is sent. */
export const accountEmails = {
  async confirm_signup(ctx, { recipient, data: { signup_id } }) {
    if (await userByEmail(ctx.db, recipient)) return existingAccountEmail(ctx)
    const signup = await issueSignupToken(ctx, signup_id)
    return signup && confirmationEmail(ctx, signup.token, 'activate the account')
  },

  async verify_email(ctx, { recipient, data: { user_id } }) {
    const row = await userById(ctx.db, user_id)
    if (!row || row.email !== recipient || row.email_verified_at || row.disabled_at) return null
    return confirmationEmail(ctx, await issueToken(ctx, row.id, 'verify_email'), 'keep the account')
  },

  async reset_password(ctx, { recipient }) {
    const row = await userByEmail(ctx.db, recipient)
    if (!row || row.disabled_at) return null
    const token = await issueToken(ctx, row.id, 'reset_password')
    return {
      subject: `Set a new password for ${siteName(ctx)}`,
      heading: 'Set a new password',
      paragraphs: [
        greeting(row),
        `A new password was requested for your account at ${siteHost(ctx)}.`,
        'The link works once and expires after one hour. Only the newest link works.',
      ],
      action: { label: 'Set a new password', href: tokenUrl(ctx, '/reset-password', token) },
      after: [
        'If you did not request this, ignore this email. Your password will not change unless the link in this email is used.',
      ],
      footer: emailFooter(ctx),
    }
  },

  async sign_in_paused(ctx, { recipient }) {
    const row = await userByEmail(ctx.db, recipient)
    if (!row || row.disabled_at) return null
    const title = 'Failed sign-ins to your account'
    return {
      subject: title,
      heading: title,
      paragraphs: [
        greeting(row),
        `A wrong password was entered several times for your account at ${siteHost(ctx)}. Sign-in from new devices is paused for up to 15 minutes.`,
        'Your password has not changed. You can still sign in on devices that you have used before. Your open sessions stay active.',
        'If you cannot sign in, set a new password. You can then sign in immediately in the same browser.',
      ],
      action: { label: 'Set a new password', href: tokenUrl(ctx, '/reset-password') },
      after: ['You will get this email at most once a day.'],
      footer: emailFooter(ctx),
    }
  },

  password_changed: (ctx, { data }) =>
    securityNotice(ctx, data.user_id, {
      title: 'Your password was changed',
      what: `The password for your account at ${siteHost(ctx)} was changed, and you were signed out of all other sessions.`,
    }),

  identity_linked: (ctx, { data: { user_id, provider } }) =>
    securityNotice(ctx, user_id, {
      title: `${nameOf(provider)} was linked to your account`,
      what: `A ${nameOf(provider)} account was linked to your account at ${siteHost(ctx)}. The owner of the linked account can now sign in as you.`,
      mend: ' Then unlink that account in your profile.',
    }),

  identity_unlinked: (ctx, { data: { user_id, provider } }) =>
    securityNotice(ctx, user_id, {
      title: `${nameOf(provider)} was unlinked from your account`,
      what: `A ${nameOf(provider)} account was unlinked from your account at ${siteHost(ctx)}. The unlinked account can no longer sign in.`,
    }),
} satisfies Partial<EmailComposers>

/** Returns the confirmation email. Omits the name from the sign-up, which is untrusted until the email is confirmed. */
const confirmationEmail = (ctx: Context, token: string, purpose: string): Email => ({
  subject: `Confirm your email address for ${siteName(ctx)}`,
  heading: 'Confirm your email address',
  paragraphs: [
    'Hello,',
    `An account at ${siteHost(ctx)} was created with this email address. To ${purpose}, confirm that this address is yours.`,
    'The link works once and expires after one day. Only the newest link works.',
  ],
  action: { label: 'Confirm the address', href: tokenUrl(ctx, '/verify-email', token) },
  after: [
    'If you did not request this, ignore this email. Your address will not be confirmed unless the link is used.',
  ],
  footer: emailFooter(ctx),
})

const existingAccountEmail = (ctx: Context): Email => ({
  subject: `You already have an account at ${siteName(ctx)}`,
  heading: 'You already have an account',
  paragraphs: [
    'Hello,',
    `This address was used to sign up at ${siteHost(ctx)}. Your existing account was not changed.`,
    'If you tried to sign up, sign in instead. If you forgot your password, you can reset it on the sign-in page.',
  ],
  action: { label: 'Sign in', href: tokenUrl(ctx, '/login') },
  after: ['If you did not request this, ignore this email.'],
  footer: emailFooter(ctx),
})

/** Returns the email about a security-related change to an account, or null if the account does not exist. */
async function securityNotice(
  ctx: Context,
  userId: string,
  { title, what, mend = '' }: { title: string; what: string; mend?: string },
): Promise<Email | null> {
  const row = await userById(ctx.db, userId)
  if (!row) return null
  return {
    subject: title,
    heading: title,
    paragraphs: [
      greeting(row),
      what,
      `If you made this change, you do not need to do anything. If you did not make this change, set a new password now. Setting a new password ends every session.${mend}`,
    ],
    action: { label: 'Set a new password', href: tokenUrl(ctx, '/reset-password') },
    footer: emailFooter(ctx),
  }
}

/**
 * Returns the greeting of an email. Omits the name until the email is confirmed, because a stranger could have chosen
 * it.
 */
const greeting = ({ name, email_verified_at }: UserRow) => (email_verified_at ? `Hello ${name},` : 'Hello,')

const nameOf = (provider: string) => (providerNames as Record<string, string>)[provider] ?? provider

/** Returns the name of the site for emails. */
export const siteName = (ctx: Context) => ctx.contentIndex.site.name

/** Returns the site's host name for emails. */
export const siteHost = (ctx: Context) => new URL(ctx.config.siteUrl).host

/** Returns the footer of an email, with its sender and reason. */
export const emailFooter = (ctx: Context) =>
  `${siteName(ctx)} at ${siteHost(ctx)} sent this email because your address was used on this site. Replies are not read.`

/** Returns a page URL with a token, for emails. */
export function tokenUrl(ctx: Context, path: string, token?: string): string {
  const url = new URL(path, ctx.config.siteUrl)
  if (token) url.searchParams.set('token', token)
  return url.href
}

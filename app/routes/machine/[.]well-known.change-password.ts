import { redirect } from '@remix-run/node'

/** Where a password manager sends people who want another password (A Well-Known URL for Changing Passwords, W3C). */
export const loader = () =>
  redirect('/profile/security', {
    headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
  })

import { redirect } from '@remix-run/node'

/** Redirects password managers to the page for changing the password (A Well-Known URL for Changing Passwords, W3C). */
export const loader = () =>
  redirect('/profile/security', {
    headers: { 'Cache-Control': 'no-store', 'Access-Control-Allow-Origin': '*' },
  })

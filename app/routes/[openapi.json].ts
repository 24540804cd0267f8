import { redirect } from '@remix-run/node'

/** Where many look for the OpenAPI document first. */
export const loader = () =>
  redirect('/api/openapi.json', {
    status: 308,
    headers: { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' },
  })

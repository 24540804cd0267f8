import { redirect, type LoaderFunctionArgs } from '@remix-run/node'

/** Redirects from the usual path of an OpenAPI document. Keeps the query, which names the surface. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`/api/openapi.json${new URL(request.url).search}`, {
    status: 308,
    headers: { 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' },
  })

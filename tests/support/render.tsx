import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server'
import type { StaticHandlerContext } from 'react-router-dom/server'

/** Renders an element as the server does, inside a router at `/`. */
export async function renderInRouter(element: ReactElement): Promise<string> {
  const { query, dataRoutes } = createStaticHandler([{ path: '/', element }])
  const context = (await query(new Request('http://localhost/'))) as StaticHandlerContext
  const router = createStaticRouter(dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

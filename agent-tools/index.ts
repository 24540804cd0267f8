import { findHost, offer, type HostTool } from '#agent-tools/host.ts'
import { readPage } from '#agent-tools/read-page.ts'
import { searchSite } from '#agent-tools/search-site.ts'

/** The tools that everyone gets on every page. Each calls a route that exists for people, under their own cookie. */
export const tools: HostTool[] = [searchSite, readPage]

/** Offers the tools to the page's host, if there is one; returns the function that takes them back. */
export function registerTools(): () => void {
  const host = findHost()
  const controller = new AbortController()
  if (host) void Promise.all(tools.map((tool) => offer(host, tool, controller.signal)))
  return () => controller.abort()
}

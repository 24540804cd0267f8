import type { LoaderFunctionArgs } from '@remix-run/node'

/** The arguments of a loader or action, with the usual parts of its URL. A parameter that the path lacks is empty. */
export type PageArgs = LoaderFunctionArgs & { guildId: string; id: string; search: URLSearchParams }

export const pageArgs = (args: LoaderFunctionArgs): PageArgs => ({
  ...args,
  guildId: args.params.guildId ?? '',
  id: args.params.id ?? '',
  search: new URL(args.request.url).searchParams,
})

import type { LoaderFunctionArgs } from '@remix-run/node'

/** Arguments of a loader or action, with common parts of its URL. Missing parameters are empty. */
export type PageArgs = LoaderFunctionArgs & { guildId: string; id: string; search: URLSearchParams }

export const pageArgs = (args: LoaderFunctionArgs): PageArgs => ({
  ...args,
  guildId: args.params.guildId ?? '',
  id: args.params.id ?? '',
  search: new URL(args.request.url).searchParams,
})

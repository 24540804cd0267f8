import type { LoaderFunctionArgs } from '@remix-run/node'
import { serveMedia } from '#app/http/protocol/media-file.server.ts'

const serve = (args: LoaderFunctionArgs) => serveMedia(args, { file: args.params.name!, width: null })
export { serve as loader, serve as action }

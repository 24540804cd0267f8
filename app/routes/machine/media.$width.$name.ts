import type { LoaderFunctionArgs } from '@remix-run/node'
import { serveMedia } from '#app/http/protocol/media-file.server.ts'

const serve = ({ params, ...args }: LoaderFunctionArgs) =>
  serveMedia({ params, ...args }, { file: params.name!, width: params.width! })
export { serve as loader, serve as action }

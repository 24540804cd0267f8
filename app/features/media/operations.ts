import { z } from 'zod'
import {
  changeMediaInput,
  deleteMediaQuery,
  media,
  mediaLimits,
  mediaParam,
  mediaQuery,
  uploadInput,
} from '#app/features/media/schema.ts'
import { operation } from '#app/operations/operation.ts'
import { paged } from '#app/operations/parts.ts'

const access = { session: 'cms:write' } as const
const one = z.object({ media })

export const listMedia = operation({
  id: 'listMedia',
  method: 'GET',
  path: '/api/cms/media',
  access,
  limit: 'api_session',
  query: mediaQuery,
  answers: {
    200: z.object({
      media: z.array(media).meta({ description: 'The images of this part of the list.' }),
      ...paged,
    }),
  },
  summary: 'Find images',
  description: 'The newest first.',
})

export const uploadMedia = operation({
  id: 'uploadMedia',
  method: 'POST',
  path: '/api/cms/media',
  access,
  limit: 'api_session',
  upload: { fields: uploadInput, most: mediaLimits.bytes },
  answers: { 201: one, 200: one },
  refuses: [503],
  summary: 'Upload an image',
  description:
    'A PNG, JPEG, WebP, AVIF, GIF or SVG of 20 MiB at most; what its bytes are counts, not what it is called. The same file again is 200 and the image that is there. 503 while too many images are worked on.',
})

export const readMedia = operation({
  id: 'readMedia',
  method: 'GET',
  path: '/api/cms/media/{id}',
  access,
  limit: 'api_session',
  params: mediaParam,
  answers: { 200: one },
  refuses: [404],
  summary: 'Read what is said of an image',
})

export const changeMedia = operation({
  id: 'changeMedia',
  method: 'PATCH',
  path: '/api/cms/media/{id}',
  access,
  limit: 'api_session',
  params: mediaParam,
  body: changeMediaInput,
  answers: { 200: one },
  refuses: [404],
  summary: 'Say what an image shows',
  description: 'Pages that show it keep the text that they have.',
})

export const deleteMedia = operation({
  id: 'deleteMedia',
  method: 'DELETE',
  path: '/api/cms/media/{id}',
  access,
  limit: 'api_session',
  params: mediaParam,
  query: deleteMediaQuery,
  answers: { 204: null },
  refuses: [404, 409],
  summary: 'Delete an image',
  description: '409 with the published pages that show it, unless `force=true`.',
})

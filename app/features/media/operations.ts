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
import { operationsAt } from '#app/operations/operation.ts'
import { pageFields } from '#app/operations/parts.ts'

const access = { session: 'cms:write' } as const
const onMedia = operationsAt('/api/cms/media', { access })
const onImage = operationsAt('/api/cms/media/{id}', { access, params: mediaParam, refuses: [404] })
const one = z.object({ media })

export const listMedia = onMedia('listMedia', 'GET', {
  query: mediaQuery,
  answers: {
    200: z.object({
      media: z.array(media).meta({ description: 'The images of this part of the list.' }),
      ...pageFields,
    }),
  },
  summary: 'Find images',
  description: 'The newest first.',
})

export const uploadMedia = onMedia('uploadMedia', 'POST', {
  upload: { fields: uploadInput, most: mediaLimits.bytes },
  answers: { 201: one, 200: one },
  refuses: [503],
  summary: 'Upload an image',
  description:
    'A PNG, JPEG, WebP, AVIF, GIF or SVG of 20 MiB at most; what its bytes are counts, not what it is called. The same file again is 200 and the image that is there. 503 while too many images are worked on.',
})

export const readMedia = onImage('readMedia', 'GET', {
  answers: { 200: one },
  summary: 'Read what is said of an image',
})

export const changeMedia = onImage('changeMedia', 'PATCH', {
  body: changeMediaInput,
  answers: { 200: one },
  summary: 'Say what an image shows',
  description: 'Pages that show it keep the text that they have.',
})

export const deleteMedia = onImage('deleteMedia', 'DELETE', {
  query: deleteMediaQuery,
  answers: { 204: null },
  refuses: [409],
  summary: 'Delete an image',
  description: '409 with the published pages that show it, unless `force=true`.',
})

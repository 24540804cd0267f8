import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { mediaLimits } from '#app/features/media/schema.ts'
import { setSiteImage } from '#app/features/site/images.server.ts'
import { imageSlots } from '#app/features/site/schema.ts'
import { saveSiteSettings } from '#app/features/site/settings.server.ts'
import { formHandler, type FormHandler } from '#app/http/pages/form.server.ts'
import { formWithFile } from '#app/http/pages/form-with-files.server.ts'
import { versionField } from '#app/primitives/schema.ts'

/** Creates the action for a page with upload forms for images of the site. Redirects to `done` afterwards. */
export const siteImageForm = (done: string) =>
  formWithFile(
    {
      needs: 'site:write',
      fields: z.object({ intent: z.enum(imageSlots), version: versionField }),
      most: mediaLimits.bytes,
    },
    async (ctx, { file, fields: { intent: slot, version } }) => {
      await setSiteImage(ctx, { slot, file, version })
      return redirect(done)
    },
  )

/** Creates the form handlers that remove images of the site, by intent. They redirect to `done`. */
export const removeImageForms = (done: string): Record<string, FormHandler> =>
  Object.fromEntries(
    imageSlots.map((slot) => [
      `remove-${slot}`,
      formHandler(z.looseObject({ version: versionField }), async (ctx, { version }) => {
        await saveSiteSettings(ctx, { version, settings: { [slot]: null } })
        return redirect(done)
      }),
    ]),
  )

/** Checks whether a request sends a form with files. */
export const sendsFiles = (request: Request): boolean =>
  request.headers.get('Content-Type')?.startsWith('multipart/') === true

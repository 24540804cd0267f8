import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { listSiteIntegrations } from '#app/features/integrations/integrations.server.ts'
import { SiteIntegrations } from '#app/features/integrations/ui/integration-list.tsx'
import { listEntries } from '#app/features/content/content.server.ts'
import { siteChangeOfForm } from '#app/features/site/form.ts'
import { saveSiteInput } from '#app/features/site/schema.ts'
import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import { SiteForm } from '#app/features/site/ui/site-form.tsx'
import { SiteImages } from '#app/features/site/ui/site-images.tsx'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { removeImageForms, sendsFiles, siteImageForm } from '#app/http/pages/site-image.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { ownValue } from '#app/primitives/objects.ts'
import { languages } from '#app/site/messages/catalogues.server.ts'
import { Console } from '#app/ui/layout/console.tsx'
import { RelativeTime } from '#app/ui/feedback/timestamp.tsx'
import { Notice, PageNotice } from '#app/ui/feedback/notice.tsx'
import { refusalFor } from '#app/ui/forms/refusal.ts'
import { versionField } from '#app/primitives/schema.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'site:write', title: 'Site settings' } as const

export const loader = page(handle.needs, async (ctx, { search }) => ({
  saved: await readSiteSettings(ctx),
  integrations: await listSiteIntegrations(ctx),
  site: ctx.contentIndex.site,
  trouble: ctx.contentIndex.trouble,
  languages,
  pages: (await listEntries(ctx, { type: 'page' })).map(({ path, title }) => ({ path, title })),
  done: search.get('done'),
}))

const versioned = z.looseObject({ version: versionField })

const upload = siteImageForm('/admin/settings?done=image')

const save = forms(() => ({
  save: formHandler(versioned, async (ctx, values) => {
    const settings = siteChangeOfForm(values as unknown as Record<string, string>)
    await saveSiteSettings(ctx, { version: values.version, ...parse(saveSiteInput, { settings }) })
    return redirect('/admin/settings?done=saved')
  }),
  ...removeImageForms('/admin/settings?done=image'),
}))

export const action = (args: ActionFunctionArgs) => (sendsFiles(args.request) ? upload(args) : save(args))

const doneMessages: Record<string, string> = {
  saved: 'The settings were saved and apply to every page.',
  image: 'The images were changed on every page.',
}

export default function SiteSettings() {
  const { saved, integrations, site, trouble, languages, pages, done } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Console
      here="/admin/settings"
      title="Site settings"
      lead={
        saved.updated_at && (
          <>
            Version {saved.version}, saved <RelativeTime at={saved.updated_at} />.
          </>
        )
      }
    >
      <PageNotice tone="done" title={!refusal && ownValue(doneMessages, done)} />
      {trouble && (
        <div className="mb-6">
          <Notice tone="stop" title="The content files have errors. The site shows the last valid version.">
            <pre className="whitespace-pre-wrap font-code text-sm">{trouble}</pre>
          </Notice>
        </div>
      )}
      <SiteImages saved={saved} site={site} refusal={refusal} />
      <SiteForm
        key={saved.version}
        saved={saved}
        site={site}
        pages={pages}
        languages={languages}
        refusal={refusalFor('save', refusal)}
      />
      <SiteIntegrations integrations={integrations} />
    </Console>
  )
}

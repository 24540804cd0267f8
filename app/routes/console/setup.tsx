import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { hasRole, requireUser } from '#app/access.ts'
import { Invalid } from '#app/errors.ts'
import { starters } from '#app/features/content/store/site-content.ts'
import { siteChangeOfForm } from '#app/features/site/form.ts'
import { saveSiteInput } from '#app/features/site/schema.ts'
import { readSiteSettings, saveSiteSettings } from '#app/features/site/settings.server.ts'
import { skipSetupStep } from '#app/features/setup/setup.server.ts'
import { setupSteps } from '#app/features/setup/steps.ts'
import { chooseStarter } from '#app/features/site/starter-content.server.ts'
import { wizardSteps, type WizardStep, SetupWizard } from '#app/features/setup/ui/wizard.tsx'
import { forms, formHandler } from '#app/http/pages/form.server.ts'
import { page } from '#app/http/pages/page.server.ts'
import { removeImageForms, sendsFiles, siteImageForm } from '#app/http/pages/site-image.server.ts'
import { parse } from '#app/http/protocol/parse.ts'
import { SignOut } from '#app/ui/layout/section-layout.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { versionField } from '#app/primitives/schema.ts'

export { clientAction } from '#app/ui/forms/client-action.ts'

export const handle = { needs: 'site:write', title: 'Set up your site' } as const

/** Returns the next step of the wizard, or the overview after the last step. */
const after = (step: WizardStep) => {
  const next = wizardSteps[wizardSteps.indexOf(step) + 1]
  return redirect(next ? `/admin/setup?step=${next}` : '/admin')
}

export const loader = page(handle.needs, async (ctx, { search }) => {
  const { contentIndex } = ctx
  const asked = wizardSteps.find((step) => step === search.get('step'))
  return {
    step: asked ?? 'name',
    saved: await readSiteSettings(ctx),
    site: contentIndex.site,
    isBundled: contentIndex.isBundled,
    hasBot: ctx.bot.current() !== null,
    mayConnect: hasRole(requireUser(ctx).role, 'bot:manage'),
  }
})

const upload = siteImageForm('/admin/setup?step=logo')

function nameMissing() {
  const message = 'Enter a name, or skip this step.'
  return new Invalid(`Name: ${message}`, [{ path: 'settings.name', message }])
}

const save = forms(() => ({
  name: formHandler(z.looseObject({ version: versionField }), async (ctx, values) => {
    const settings = siteChangeOfForm(values as unknown as Record<string, string>)
    if (settings.name === null) throw nameMissing()
    await saveSiteSettings(ctx, { version: values.version, ...parse(saveSiteInput, { settings }) })
    return after('name')
  }),
  content: formHandler(
    z.object({ starter: z.enum(starters, { error: 'Choose starter content.' }) }),
    async (ctx, input) => {
      await chooseStarter(ctx, input)
      return after('content')
    },
  ),
  ...removeImageForms('/admin/setup?step=logo'),
  skip: formHandler(z.object({ step: z.enum(setupSteps) }), async (ctx, { step }) => {
    await skipSetupStep(ctx, { step })
    return after(wizardSteps.find((one) => one === step) ?? 'bot')
  }),
}))

export const action = (args: ActionFunctionArgs) => (sendsFiles(args.request) ? upload(args) : save(args))

export default function Setup() {
  const data = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  return (
    <Main className="frame max-w-3xl py-10 sm:py-14">
      <SetupWizard key={data.step} {...data} refusal={refusal} />
      <SignOut className="mt-12 border-t border-line pt-6" />
    </Main>
  )
}

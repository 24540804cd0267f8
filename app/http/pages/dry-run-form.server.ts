import type { z } from 'zod'
import type { Context } from '#app/context.server.ts'
import { Invalid } from '#app/errors.ts'
import type { DryRun } from '#app/features/automations/dry-run.ts'
import { automationForm, dryRunForm } from '#app/features/automations/form.ts'
import type { PanelResponse } from '#app/features/automations/ui/dry-run-panel.tsx'
import { type FormHandler, refusalState } from '#app/http/pages/form.server.ts'
import { parse } from '#app/http/protocol/parse.ts'

type Input = { definition: z.output<typeof automationForm> } & z.output<typeof dryRunForm>

/**
 * Creates the handler of the builder's test. The builder tests after each change, so the issues of an incomplete
 * automation are a result with status 200. The API returns 400 for them, because its callers send a finished definition.
 */
export const dryRunHandler =
  (work: (ctx: Context, input: Input) => Promise<DryRun>): FormHandler<NonNullable<PanelResponse>> =>
  async (ctx, values) => {
    try {
      const definition = parse(automationForm, values)
      return { tried: await work(ctx, { definition, ...parse(dryRunForm, values) }), values }
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      return refusalState(error, values)
    }
  }

/** Shows a form without scripts again, after a button has changed its rows. */
export const showAgain: FormHandler<NonNullable<PanelResponse>> = (_, values) => Promise.resolve({ values })

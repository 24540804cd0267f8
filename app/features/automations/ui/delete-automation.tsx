import type { Automation } from '#app/features/automations/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'
import { formatAmount } from '#app/primitives/count.ts'

type Props = {
  automation: Automation
  copying: FormRefusal | undefined
  deleting: FormRefusal | undefined
}

/** Renders the forms that copy or delete an automation. */
export function CopyOrDeleteAutomation({
  automation: { name, run_count, version },
  copying,
  deleting,
}: Props) {
  const runs = run_count === 1 ? 'its run' : `its ${formatAmount(run_count, 'run', 'runs')}`
  return (
    <div className="mt-4 border-t border-line">
      <Section id="copy" title="Copy automation" lead="Creates a disabled copy of the saved version.">
        <PostForm intent="copy" button="Copy" busy="Copying" refusal={copying} />
      </Section>
      <Section
        id="delete"
        title="Delete automation"
        lead={`Stops and deletes ${name}${run_count ? ` with ${runs}` : ''}. This cannot be undone.`}
      >
        <PostForm
          intent="delete"
          version={version}
          button="Delete automation"
          busy="Deleting"
          look="button danger"
          refusal={deleting}
        >
          <ConfirmCheckbox label="Yes, delete this automation" name="sure" refusal={deleting} />
        </PostForm>
      </Section>
    </div>
  )
}

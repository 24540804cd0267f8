import type { Automation } from '#app/features/automations/schema.ts'
import type { FormRefusal } from '#app/ui/forms/refusal.ts'
import { ConfirmCheckbox } from '#app/ui/forms/field.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Section } from '#app/ui/layout/section-layout.tsx'

type Props = {
  automation: Automation
  copying: FormRefusal | undefined
  deleting: FormRefusal | undefined
}

/** What else can be done with an automation: another like it, and its end. */
export function CopyOrDeleteAutomation({
  automation: { name, run_count, version },
  copying,
  deleting,
}: Props) {
  const runs =
    run_count === 1 ? 'the record of its run' : `the record of its ${run_count.toLocaleString('en-GB')} runs`
  return (
    <div className="mt-4 border-t border-line">
      <Section id="copy" title="Copy it" lead="Makes another one like what is saved, switched off.">
        <PostForm intent="copy" button="Make a copy" busy="Copying" refusal={copying} />
      </Section>
      <Section
        id="delete"
        title="Delete it"
        lead={`${name} stops at once and is gone${run_count ? `, with ${runs}` : ''}. This cannot be taken back.`}
      >
        <PostForm
          intent="delete"
          version={version}
          button="Delete it"
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

import type { Step } from '#agent-tools/tool/activity.ts'
import { ofEntry, type OneEntry, shownEntry } from '#agent-tools/editors/entries.ts'
import { version } from '#agent-tools/tool/inputs.ts'
import {
  publishEntry as operation,
  readEntry,
  restoreRevision,
  unpublishEntry,
} from '#agent-tools/editors/operations.ts'
import { refuseStale } from '#agent-tools/tool/result.ts'
import { short } from '#agent-tools/tool/text.ts'
import { tool } from '#agent-tools/tool/tool.ts'

export const publishEntry = tool({
  name: 'publish_entry',
  title: 'Publish an entry',
  description:
    'Gives an entry as it stands to the readers. The first call publishes nothing: it returns what would be published and a confirm_token. The person decides, then the same call with the token publishes. undo_action takes it back.',
  uses: [readEntry, operation],
  input: { properties: { ...ofEntry, version }, required: ['type', 'id', 'version'] },
  untrusted: false,
  about: ({ type, id }) => `${type} ${id}`,
  async run({ type, id, version: based, confirm_token }, { call, undo }) {
    const params = { type, id }
    const before = (await call<OneEntry>(readEntry, { params })).data.entry
    refuseStale(based, before.version, confirm_token)
    const live = before.live_version
    const proposal = {
      summary: `Publish “${short(before.title, 80)}” at ${before.path}`,
      entry: shownEntry(before),
      replaces: live === null ? null : `the text of version ${live}, which readers have now`,
    }
    const { entry } = (await call<OneEntry>(operation, { params, version: based, proposal })).data
    let { version } = entry
    const restore: Step = async (call) => {
      const ask = { params: { ...params, n: String(live) }, version }
      version = (await call<OneEntry>(restoreRevision, ask)).data.entry.version
    }
    const publish: Step = (call) => call(operation, { params, version })
    const unpublish: Step = (call) => call(unpublishEntry, { params, version })
    return {
      ok: true,
      summary: `Published “${short(entry.title, 80)}”`,
      entry: shownEntry(entry),
      ...(live === null ? undo(unpublish) : undo(restore, publish)),
    }
  },
})

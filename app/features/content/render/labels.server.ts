import { englishMessages, type MessageId, type Messages } from '#app/site/messages/messages.ts'

/** Labels that a rendered body contains in English. */
const labels = [
  'page.note',
  'page.tip',
  'page.warning',
  'page.table',
  'page.done',
  'page.notDone',
] satisfies MessageId[]

/** Matches the markup before a label, and the label. */
const labelled = new RegExp(
  `(<p class="callout-label">|<(?:div class="table-scroll"|input type="checkbox")[^>]* aria-label=")(${labels
    .map((id) => englishMessages.text(id))
    .join('|')})(?=[<"])`,
  'g',
)

/** Translates the labels in a rendered body, because bodies are rendered without the settings of the site. */
export const translateLabels = (html: string, messages: Messages): string =>
  messages === englishMessages
    ? html
    : html.replace(labelled, (_, before: string, label: string) => before + messages.translate(label))

import type { Word } from '#app/openapi/types.ts'

const word = (means: string, example?: unknown): Word => ({ means, example })
const time = '2026-11-21T09:30:00.000Z'

/** The words of what is written: entries, their revisions and drafts, and redirects. */
export const cmsWords: Readonly<Record<string, Word>> = {
  types: word('The types of entries.'),
  place: word('Where its addresses begin.', '/blog/'),
  statuses: word('How an entry can stand.', ['draft', 'scheduled', 'published', 'archived']),
  sections: word('The parts of the documentation.', ['Start', 'Writing']),
  holds: word('What may stand inside: blocks, words, nothing, or none but these.', 'blocks'),
  props: word('What it takes, as plain strings.'),
  inline: word('True when it stands in a line of text.', false),
  tag: word('Only what carries this tag.', 'news'),
  body: word('The text: Markdown with the components of the site.', 'We answer on working days.\n'),
  html: word('What readers would have.', '<p>We answer on working days.</p>'),
  refused: word('What may not stand in the text, and where.', []),
  line: word('The line, counted from 1.', 3),
  column: word('The column, counted from 1.', 5),
  files: word('The content files.'),
  tags: word('The tags, of a post.', ['news']),
  section: word('The part of the documentation, of a document.', 'Start'),
  order: word('Smaller ones come first within the section.', 10),
  published_on: word('The day that readers of a post see.', '2026-11-21'),
  scheduled_at: word('When it is to be published; null when it is not.', null),
  revisions: word('The versions, the newest first.'),
  act: word('What was done.', 'saved'),
  fields: word('The editable fields.'),
  draft: word('What you have typed and not saved; null when there is nothing.'),
  saved_at: word('When it was kept.', time),
  expires_at: word('Until when it holds.', time),
  redirects: word('Old addresses and where they lead.'),
}

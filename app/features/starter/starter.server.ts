import { Invalid } from '#app/errors.ts'
import { templateNames, type TemplateName } from '#app/features/content/store/site-content.ts'

/** Default names of the sites. */
export const defaultSiteNames: Record<TemplateName, string> = {
  blank: 'My site',
  docs: 'My project',
  community: 'My community',
}

/** File of a template. `path` is below the content folder. */
export type TemplateFile = { path: string; text: string }

/** Texts of all templates, by path. The build contains them, so the program does not depend on its folder. */
const sources = import.meta.glob<string>('./templates/**/*.{mdx,yaml}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * Returns the files of a template, sorted by path: `site.yaml` and content files. They contain the name of the site, and
 * have `today` (`YYYY-MM-DD`) as their date. Throws `Invalid` for an unknown template.
 */
export function templateFiles(
  name: string,
  { siteName, today }: { siteName: string; today: string },
): TemplateFile[] {
  const folder = `./templates/${findTemplate(name)}/`
  return Object.entries(sources)
    .filter(([path]) => path.startsWith(folder))
    .map(([path, text]) => ({ path: path.slice(folder.length), text: fill(path, text, { siteName, today }) }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

function findTemplate(name: string): TemplateName {
  const found = templateNames.find((one) => one === name)
  if (found) return found
  throw new Invalid(`There is no template with this name. Use one of: ${templateNames.join(', ')}.`)
}

/** Fills in the name and the date. In YAML, every name is in double quotes, which use the same escapes as JSON. */
function fill(path: string, text: string, { siteName, today }: { siteName: string; today: string }): string {
  const inYaml = JSON.stringify(siteName).slice(1, -1)
  const start = path.endsWith('.yaml') ? text.length : text.indexOf('\n---\n') + 5
  return (
    text
      .slice(0, start)
      .replaceAll('{{name}}', () => inYaml)
      .replaceAll('{{today}}', () => today) +
    text.slice(start).replaceAll('{{name}}', () => escapeMarkdown(siteName))
  )
}

/** Escapes the characters that have a meaning inside a line of MDX. Templates never begin a line with the name. */
const escapeMarkdown = (text: string) => text.replace(/[\\`*_{}[\]<>|~&]/g, '\\$&')

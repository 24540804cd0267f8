/** An entry's rendered body. The HTML is ours: made from the files that ship with the code, and evaluated on the server. */
export function Prose({ html, className = 'prose' }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />
}

/** An entry's rendered body. The HTML is ours: made from the files that ship with the code, and evaluated on the server. */
export function Prose({ html }: { html: string }) {
  return <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}

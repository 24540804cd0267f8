/** Renders commands to type, one per line. Long lines wrap, so that a phone shows all of them. */
export function Terminal({ lines }: { lines: string[] }) {
  return (
    <pre className="terminal mt-3 whitespace-pre-wrap [overflow-wrap:anywhere]">
      <code>{lines.join('\n')}</code>
    </pre>
  )
}

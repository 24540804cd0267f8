/** Renders commands to type, one per line. */
export function Terminal({ lines }: { lines: string[] }) {
  return (
    <pre className="terminal mt-3" tabIndex={0}>
      <code>{lines.join('\n')}</code>
    </pre>
  )
}

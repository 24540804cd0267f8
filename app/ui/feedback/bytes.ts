/** A number of bytes for people: “240 KiB”, “1.5 MiB”. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  const kibibytes = bytes / 1024
  if (kibibytes < 1000) return `${Math.round(kibibytes)} KiB`
  return `${(kibibytes / 1024).toFixed(1).replace(/\.0$/, '')} MiB`
}

import { formatAmount, formatInteger } from '#app/primitives/count.ts'

/** Formats a number of bytes: “240 KiB”, “1.5 MiB”. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return formatAmount(bytes, 'byte', 'bytes')
  const kibibytes = bytes / 1024
  if (kibibytes < 1000) return `${Math.round(kibibytes)} KiB`
  const mebibytes = kibibytes / 1024
  return `${mebibytes < 1000 ? mebibytes.toFixed(1).replace(/\.0$/, '') : formatInteger(Math.round(mebibytes))} MiB`
}

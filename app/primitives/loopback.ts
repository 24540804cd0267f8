/** Checks whether a host is the local machine, with or without the brackets and port of a URL. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])(:\d+)?$/i.test(host)

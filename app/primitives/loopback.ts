/** True for a name or an address of the machine itself, with or without the brackets and the port of a URL. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])(:\d+)?$/i.test(host)

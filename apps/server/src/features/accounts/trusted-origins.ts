const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins that pages of ours have: the configured one, and on one's own machine the other names of the same
 * place.
 */
export function trustedOriginsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const names = loopbackNames.includes(hostname) ? loopbackNames : [hostname];
  return names.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin);
}

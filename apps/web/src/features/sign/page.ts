/** A page of a provider is reached by https, or lies on this machine for those who develop. */
export function isPage(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(hostname))
  );
}

/**
 * Returns the origin of a web address that a person typed or pasted. Returns the line unchanged if it is not a web
 * address.
 */
export function originOf(line: string): string {
  const url = URL.parse(line.includes('://') ? line : `https://${line}`);
  if (url === null || !isOrigin(url.origin)) return line;
  // A site on the person's own computer has no certificate.
  return line.includes('://') || !isLoopback(url.hostname) ? url.origin : url.origin.replace('https:', 'http:');
}

/** Returns true if the service accepts the line as a site. */
export function isOrigin(line: string): boolean {
  return /^https?:\/\/[A-Za-z0-9.:[\]-]+$/.test(line);
}

/**
 * Finds the sites that are listed only with or only without `www.`, and returns the address of each in the other form.
 * Browsers treat the two forms as different sites.
 */
export function missingTwins(origins: readonly string[]): string[] {
  const twins = origins.map(twinOf).filter((twin) => twin !== null);
  return [...new Set(twins)].filter((twin) => !origins.includes(twin));
}

function twinOf(origin: string): string | null {
  const url = URL.parse(origin);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const { hostname } = url;
  if (hostname.startsWith('www.')) url.hostname = hostname.slice('www.'.length);
  else if (isBareDomain(hostname)) url.hostname = `www.${hostname}`;
  else return null;
  return isBareDomain(url.hostname.replace(/^www\./, '')) ? url.origin : null;
}

/**
 * Returns true if a host is a registered domain: two labels, or three if it ends with a suffix such as `co.uk`. Other
 * hosts rarely use `www.`.
 */
function isBareDomain(hostname: string): boolean {
  return /^([a-z0-9-]+\.)((co|com|net|org|ac|gov|edu)\.[a-z]{2}|[a-z][a-z0-9-]+)$/.test(hostname);
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

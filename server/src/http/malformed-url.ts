export const malformedUrl = 'The URL is malformed.';
const placeholder = '/malformed-url';

/**
 * Returns the URL unchanged if its path is valid percent-encoded UTF-8. Otherwise, returns a URL that no route matches,
 * so that the request is rejected like any other, with the same headers and a log line.
 */
export function routableUrl(url: string): string {
  return url.includes('%') && !isDecodable(url.split('?', 1)[0] ?? '') ? placeholder : url;
}

/** Returns true if `routableUrl` replaces this URL. */
export function isMalformedUrl(originalUrl: string): boolean {
  return routableUrl(originalUrl) !== originalUrl;
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

export const malformedUrl = 'The URL is malformed.';
const placeholder = '/malformed-url';

/**
 * The URL as it is, or one that no route takes when its path is not valid percent-encoded UTF-8: so that it is refused
 * where every other request is, with the same headers and a line in the log.
 */
export function routableUrl(url: string): string {
  return url.includes('%') && !isDecodable(url.split('?', 1)[0] ?? '') ? placeholder : url;
}

/** Whether `routableUrl` had to replace the URL that a request came with. */
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

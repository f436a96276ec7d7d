// Solves a Page's challenge in a worker, so that the page stays responsive. The worker receives nothing but the
// message.

/**
 * @typedef {{ readonly algorithm: string, readonly nonce: string, readonly salt: string, readonly cost: number,
 *   readonly keyLength: number, readonly keyPrefix: string }} Challenge
 */

/** The number of keys computed at a time, which keeps the browser's threads busy. */
const atOnce = 8;
const mostTries = 1_000_000;

addEventListener('message', async (/** @type {MessageEvent<Challenge>} */ { data }) => {
  try {
    postMessage({ solution: await solve(data) });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});

/**
 * Returns the first counter whose key begins with the prefix. Reports its progress.
 *
 * @param {Challenge} parameters
 */
async function solve(parameters) {
  for (let counter = 0; counter < mostTries; counter += atOnce) {
    const keys = await Promise.all(Array.from({ length: atOnce }, (_, index) => derive(parameters, counter + index)));
    const found = keys.findIndex((key) => key.startsWith(parameters.keyPrefix.toLowerCase()));
    if (found !== -1) return { counter: counter + found, derivedKey: keys[found] };
    postMessage({ tried: counter + atOnce });
  }
  throw new Error('The challenge has no solution.');
}

/**
 * Returns a counter's key, in hexadecimal digits.
 *
 * @param {Challenge} parameters
 * @param {number} counter
 */
async function derive({ algorithm, nonce, salt, cost, keyLength }, counter) {
  const start = bytesOf(nonce);
  const password = new Uint8Array(start.length + 4);
  password.set(start);
  new DataView(password.buffer).setUint32(start.length, counter);
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const how = { name: 'PBKDF2', hash: algorithm.replace('PBKDF2/', ''), salt: bytesOf(salt), iterations: cost };
  const bits = await crypto.subtle.deriveBits(how, key, keyLength * 8);
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {string} digits */
function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// Receives Understudy's webhooks and verifies them with only Node.js. WEBHOOK_SECRET=whsec_… PORT=3000 node
// receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const toleranceSeconds = 5 * 60;
const maxBodyBytes = 64 * 1024;
const secret = Buffer.from((process.env.WEBHOOK_SECRET ?? '').replace(/^whsec_/, ''), 'base64');
if (secret.length === 0)
  throw new Error('Set WEBHOOK_SECRET to the secret that "understudy notifications secret" printed.');

/** Returns true if the holder of the secret signed exactly this body within the last five minutes. */
function isGenuine(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers;
  if (!id || !signatures || !/^\d{1,12}$/.test(timestamp ?? '')) return false;
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64');
    return signature.startsWith('v1,') && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

// The ids of processed notifications. Store them in a database column with a unique constraint for as long as
// deliveries are retried.
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return response.writeHead(413, { connection: 'close' }).end();
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks); // the signature covers these exact bytes, so parse them only afterwards
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end();
  const id = request.headers['webhook-id'];
  if (!seen.has(id)) {
    const notification = JSON.parse(body.toString('utf8'));
    console.log(`${notification.type} ${notification.id}: conversation ${notification.conversationId}`);
    seen.add(id);
  }
  response.writeHead(204).end(); // answers 2xx to a repeated notification too, so that it is not resent
});
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`);
});

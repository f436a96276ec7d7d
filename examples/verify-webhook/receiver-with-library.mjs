// Does the same as receiver.mjs with the Standard Webhooks library, which exists for many languages: https://www.standardwebhooks.com
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=3000 node receiver-with-library.mjs
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
const seen = new Set();

const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  let notification;
  try {
    notification = webhook.verify(Buffer.concat(chunks).toString('utf8'), request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  if (!seen.has(notification.id)) {
    console.log(`${notification.type} ${notification.id}: conversation ${notification.conversationId}`);
    seen.add(notification.id);
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env.PORT ?? 3000), process.env.HOST ?? '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`);
});
